/** Figure 11: throughput over time, ten flows. */
import { throughputExperiment } from "./throughput.ts";

export const ecodel11 = throughputExperiment({
  number: 11,
  scenario: "10",
  shows:
    "Ten flows' throughput under both queues: similar fairness, with a single drop where original CoDel has 441.",
  withLosses: true,
});
