/** Figure 5: queue length over time, two flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel5 = figureExperiment(5, "2", "queue");
