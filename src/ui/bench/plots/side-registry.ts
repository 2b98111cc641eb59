/** The plots beside the stage: one line each, drawn in the order of their names. They come after the first plots. */

export { delayDistribution } from "./DelayDistribution.tsx";
export { fairness } from "./Fairness.tsx";
export { phase } from "./Phase.tsx";
