/** All experiments, in the order of the papers and of their figures. */
import type { Experiment, Paper } from "./experiment.ts";
import * as registry from "./registry.ts";

const PAPERS: readonly Paper["id"][] = [
  "abe",
  "kwon",
  "feedback",
  "ecodel",
  "sizing",
  "dctcp",
  "beyond",
  "controls",
];

/** Compares ids with their numbers as numbers: "abe-4" comes before "abe-10". */
const byId = new Intl.Collator("en", { numeric: true });

export const experiments: readonly Experiment[] = Object.values<Experiment | readonly Experiment[]>(registry)
  .flat()
  .sort((a, b) => PAPERS.indexOf(a.paper.id) - PAPERS.indexOf(b.paper.id) || byId.compare(a.id, b.id));
