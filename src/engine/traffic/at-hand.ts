/** The kinds of traffic of the default scenario: they come with the simulator, the others when a scenario names one. */

export { bulk } from "./bulk.ts";
