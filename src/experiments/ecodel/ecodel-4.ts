/** Figure 4: throughput over time, two flows. */
import { throughputExperiment } from "./throughput.ts";

export const ecodel4 = throughputExperiment({
  number: 4,
  scenario: "2",
  shows:
    "Both flows' throughput under both queues: similar, with a slightly slower start and slightly less fairness where marks come in advance.",
  withLosses: false,
});
