/** The code of all registered algorithms. */
import { Algorithms } from "./algorithms.ts";
import * as disciplines from "./aqm/registry.ts";
import * as controls from "./cc/registry.ts";
import * as kindsOfTraffic from "./traffic/registry.ts";

export const everyAlgorithm = new Algorithms(
  Object.values(disciplines),
  Object.values(controls),
  Object.values(kindsOfTraffic),
);
