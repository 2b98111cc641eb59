/** Figure 7: segments lost over time, five flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel7 = figureExperiment(7, "5", "losses");
