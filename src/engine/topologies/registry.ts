/** The list of topologies, one per line. Importing this file runs no code of a topology. Menus list them by name. */

export { custom } from "./custom.ts";
export { dcWan } from "./dc-wan.ts";
export { dumbbell } from "./dumbbell.ts";
export { gfc2 } from "./gfc-2.ts";
export { parkingLot } from "./parking-lot.ts";
export { sixFlows } from "./six-flows.ts";
