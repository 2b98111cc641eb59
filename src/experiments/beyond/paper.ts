/** Experiments of this project that no paper contains, in the same form. */
import type { Paper } from "../experiment.ts";

export const BEYOND: Paper = {
  id: "beyond",
  citation: "Sawtooth's own experiments; no paper has them",
  label: "Beyond the papers",
};
