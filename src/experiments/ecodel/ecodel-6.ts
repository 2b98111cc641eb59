/** Figure 6: sojourn time over time, two flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel6 = figureExperiment(6, "2", "sojourn");
