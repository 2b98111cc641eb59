/** The congestion controls of the default scenario: they come with the simulator, the others when a scenario names one. */

export { newreno } from "./newreno.ts";
