/**
 * Declarations of all algorithms and kinds of traffic, without their code. Menus, URLs, command-line options, validation and
 * documents use them.
 */
import * as queueCards from "./aqm/cards.ts";
import * as controlCards from "./cc/cards.ts";
import { registeredControls, registeredQueues, registeredTraffic } from "./registered.ts";
import * as trafficCards from "./traffic/cards.ts";

export const queueDisciplines = registeredQueues.declare(Object.values(queueCards));
export const congestionControls = registeredControls.declare(Object.values(controlCards));
export const trafficKinds = registeredTraffic.declare(Object.values(trafficCards));
