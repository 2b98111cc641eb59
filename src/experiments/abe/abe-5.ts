/** Figure 5: distribution of the queue delay with one NewReno flow. */
import { delayExperiment } from "./delay-experiment.ts";

export const abe5 = delayExperiment({
  number: 5,
  grid: { sender: "newreno", rtts: [100, 200, 400], statedBetas: [0.85, 0.95] },
  stated: [
    { aqm: "codel", beta: 0.85, p50Ms: 1, p90Ms: 2, p90Below: true },
    { aqm: "codel", beta: 0.95, p50Ms: 3, p90Ms: 2 },
    { aqm: "pie", beta: 0.85, p50Ms: 15, p90Ms: 3 },
    { aqm: "pie", beta: 0.95, p50Ms: 20, p90Ms: 5 },
  ],
  shows:
    "Distribution of the queue delay of the flows of figure 4. CoDel stays near its target of 5 ms for every β_ecn; PIE's distribution has the heavier tail. At 100 ms β_ecn 0.85 and 0.95 add 1 to 3 ms with CoDel, and up to 20 ms to PIE's median. The paper concludes that 0.7 to 0.85 serve NewReno well.",
  differences: ["A packet that meets one being transmitted waits up to 1.2 ms."],
});
