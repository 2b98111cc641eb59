/** Deliberate deviations of the topologies from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

export const TOPOLOGY_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  "dc-wan": [
    {
      subject: "the link between G2 and G3",
      text: "Tahiliani et al. do not describe it",
      here: "an ideal link",
    },
  ],
  "gfc-2": [
    {
      subject: "rates",
      text: "Simcoe: 50, 100 and 150 Mbps; Kwon and Fahmy's figure is not in its text",
      here: "a tenth of these rates",
      effect: "matches the goodput that the paper reports; `--scale 1` for the original rates",
    },
    { subject: "hosts", here: "D = 5 ms between a host and its router, over links that are never full" },
  ],
  "six-flows": [
    {
      subject: "round trips and capacity",
      text: "the figure is not in Kwon and Fahmy's text",
      here: "20, 60 and 120 ms, and 10 Mbps; these values are our choice",
    },
  ],
};
