/** Each plot's own findings in a few sentences, for those who do not see it. They come after the first plots. */

export { cwndWords } from "./cwnd-words.ts";
export { delayWords, distributionWords } from "./delay-words.ts";
export { fairnessWords } from "./fairness-words.ts";
export { probeWords } from "./probe-words.ts";
export { phaseWords, rateWords } from "./rate-words.ts";
