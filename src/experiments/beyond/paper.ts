/** Experiments of this project that are in no paper. */
import type { Paper } from "../experiment.ts";

export const BEYOND: Paper = {
  id: "beyond",
  citation: "Sawtooth's own experiments; no paper has them",
  label: "Beyond the papers",
};
