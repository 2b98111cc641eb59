/** Figure 3: segments lost over time, two flows. */
import { figureExperiment } from "./figures.ts";

export const ecodel3 = figureExperiment(3, "2", "losses");
