/** Figure 9: queue length over time, five flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel9 = figureExperiment(9, "5", "queue");
