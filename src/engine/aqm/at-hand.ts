/** The queue disciplines of the default scenario: they come with the simulator, the others when a scenario names one. */

export { codel } from "./codel.ts";
