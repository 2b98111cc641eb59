/** Figure 12: throughput over time, ten flows at 500 Mbps. */
import { throughputExperiment } from "./throughput.ts";

export const ecodel12 = throughputExperiment({
  number: 12,
  scenario: "10-hs",
  shows:
    "Ten flows at ten times the rate: similar fairness, slightly better from 10 to 40 s, with a single drop where original CoDel has 183.",
  withLosses: true,
});
