/**
 * All algorithms and kinds of traffic with their code. Programs that load all code at once import this file: Node, tests, the
 * library.
 */
import * as queues from "./aqm/registry.ts";
import * as controls from "./cc/registry.ts";
import { registeredControls, registeredQueues, registeredTraffic } from "./registered.ts";
import * as traffic from "./traffic/registry.ts";

export const queueDisciplines = registeredQueues.add(Object.values(queues));
export const congestionControls = registeredControls.add(Object.values(controls));
export const trafficKinds = registeredTraffic.add(Object.values(traffic));
