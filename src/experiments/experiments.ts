/** All experiments, in the order of the papers and of their figures. */
import type { Experiment, Paper } from "./experiment.ts";
import * as registry from "./registry.ts";

/** Place of each paper in the list. */
const PLACES: Readonly<Record<Paper["id"], number>> = {
  abe: 0,
  kwon: 1,
  feedback: 2,
  ecodel: 3,
  sizing: 4,
  dctcp: 5,
  hock: 6,
  ware: 7,
  rfc8290: 8,
  "chiu-jain": 9,
  dualpi2: 10,
  beyond: 11,
  controls: 12,
};

/** Compares ids with their numbers as numbers: "abe-4" comes before "abe-10". */
const byId = new Intl.Collator("en", { numeric: true });

export const experiments: readonly Experiment[] = Object.values<Experiment | readonly Experiment[]>(registry)
  .flat()
  .sort((a, b) => PLACES[a.paper.id] - PLACES[b.paper.id] || byId.compare(a.id, b.id));
