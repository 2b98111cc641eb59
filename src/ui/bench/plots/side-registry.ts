/** The plots beside the stage: one line each, drawn in the order of their names. They come after the first plots. */

export { delayDistribution } from "./delay-distribution.ts";
export { fairness } from "./fairness.ts";
export { phase } from "./phase.ts";
