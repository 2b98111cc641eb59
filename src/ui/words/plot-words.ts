/** Each plot's own findings in a few sentences, for those who do not see it. They come after the first plots. */

export { cwndWords } from "./plots/cwnd-words.ts";
export { delayWords, distributionWords } from "./plots/delay-words.ts";
export { fairnessWords } from "./plots/fairness-words.ts";
export { probeWords } from "./plots/probe-words.ts";
export { phaseWords, rateWords } from "./plots/rate-words.ts";
