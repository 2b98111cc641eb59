/** Figure 11: CUBIC with ABE beside NewReno without ECN, through CoDel. */
import { ratioExperiment } from "./share-ratio.ts";

export const abe11 = ratioExperiment({ id: "abe-11", where: "Figure 11", aqm: "codel" });
