/** Figure 10: sojourn time over time, five flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel10 = figureExperiment(10, "5", "sojourn");
