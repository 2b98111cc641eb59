/** The source of the ABE experiments. */
import type { Paper } from "../experiment.ts";

export const ABE: Paper = {
  id: "abe",
  citation:
    "N. Khademi, G. Armitage, M. Welzl, S. Zander, G. Fairhurst, D. Ros, “Alternative Backoff: Achieving Low Latency and High Throughput with ECN and AQM”, IFIP Networking 2017",
  label: "ABE",
};
