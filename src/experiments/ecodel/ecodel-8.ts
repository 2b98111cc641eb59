/** Figure 8: throughput over time, five flows. */
import { throughputExperiment } from "./throughput.ts";

export const ecodel8 = throughputExperiment({
  number: 8,
  scenario: "5",
  shows:
    "Five flows' throughput under both queues: similar, and as fairly shared, slightly better from 40 to 55 s where marks come in advance.",
  withLosses: false,
});
