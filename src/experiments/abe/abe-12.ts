/** Figure 12: CUBIC with ABE beside NewReno without ECN, through PIE. */
import { ratioExperiment } from "./share-ratio.ts";

export const abe12 = ratioExperiment({ id: "abe-12", where: "Figure 12", aqm: "pie" });
