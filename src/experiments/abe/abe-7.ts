/** Figure 7: distribution of the queue delay with one CUBIC flow. */
import { delayExperiment } from "./delay-experiment.ts";

const LITTLE_ROOM =
  "CUBIC's flat top near W_max keeps a queue for half of the cycle with 0.7 already: its median is 3.1 ms, that of 0.95 is 5.1 ms, and CoDel holds the 90th percentile to 7 ms, so that 5 ms more are not possible. With fast convergence, which the paper had off, the median with 0.7 is 1.2 ms and 0.95 adds 2.5 ms, but over PIE 11.5 ms. With reductions at once the rise is 1.7 ms; with the counting of Linux 4.0 and later two fifths of the reductions with 0.95 follow right on another, and the median falls.";

export const abe7 = delayExperiment({
  number: 7,
  grid: { sender: "cubic", rtts: [100], statedBetas: [0.85, 0.95] },
  stated: [
    { aqm: "codel", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
    { aqm: "codel", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true, cause: LITTLE_ROOM },
    { aqm: "pie", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
    { aqm: "pie", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true },
  ],
  shows:
    "Distribution of the queue delay of one CUBIC flow over 10 Mbps and 100 ms. With either queue β_ecn 0.85 adds 2.5 ms to the median and 0.95 adds 5 ms, and less than 1 ms to the 90th percentile. The paper concludes that 0.85 to 0.95 serve CUBIC well, and settles on 0.85.",
  differences: [],
});
