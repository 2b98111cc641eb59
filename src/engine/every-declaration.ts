/** Importing it declares all registered algorithms: the one module of the engine that does something when it is imported. */
import * as disciplines from "./aqm/declarations.ts";
import * as controls from "./cc/declarations.ts";
import { declareAll } from "./scenario/declared.ts";
import * as topologies from "./topologies/registry.ts";
import * as kindsOfTraffic from "./traffic/declarations.ts";

declareAll(
  Object.values(disciplines),
  Object.values(controls),
  Object.values(kindsOfTraffic),
  Object.values(topologies),
);
