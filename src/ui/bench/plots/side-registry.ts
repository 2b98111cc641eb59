/** The plots beside the stage: one line each, drawn in the order of their names. They come after the first plots. */

export { delayDistribution } from "./delay-distribution.tsx";
export { fairness } from "./fairness.tsx";
export { phase } from "./phase.tsx";
