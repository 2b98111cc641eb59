/**
 * The list of experiments, one per line, and the list of controlled experiments. Importing this file runs no code of an
 * experiment.
 */

export { abe1 } from "./abe/abe-1.ts";
export { abe2 } from "./abe/abe-2.ts";
export { abe3 } from "./abe/abe-3.ts";
export { abe8 } from "./abe/abe-8.ts";
export { abeJain } from "./abe/abe-jain.ts";
export { abe9, abe10 } from "./abe/convergence.ts";
export { abe5, abe7 } from "./abe/delay.ts";
export { abe4, abe6 } from "./abe/gain.ts";
export { abe11, abe12 } from "./abe/share-ratio.ts";
export { slidesFct } from "./abe/slides-fct.ts";
export { hockMulti } from "./bbr/hock.ts";
export { ware1, ware8 } from "./bbr/ware.ts";
export { adaptiveBeta } from "./beyond/adaptive-beta.ts";
export { cheaters } from "./beyond/cheaters.ts";
export { fq } from "./beyond/fq.ts";
export { l4s } from "./beyond/l4s.ts";
export { mapBeta } from "./beyond/map-beta.ts";
export { prrPairs } from "./beyond/prr-pairs.ts";
export { chiuJain2 } from "./chiu-jain/chiu-jain-2.ts";
export { chiuJain3 } from "./chiu-jain/chiu-jain-3.ts";
export { controls } from "./controls/controls.ts";
export { dctcp12 } from "./dctcp/dctcp-12.ts";
export { dctcp13 } from "./dctcp/dctcp-13.ts";
export { dctcp14 } from "./dctcp/dctcp-14.ts";
export { dctcp16 } from "./dctcp/dctcp-16.ts";
export { dctcp21 } from "./dctcp/dctcp-21.ts";
export { dualpi2Rates } from "./dualpi2/dualpi2-rates.ts";
export { dualpi2Rtts } from "./dualpi2/dualpi2-rtts.ts";
export { ecodel13 } from "./ecodel/ecodel-13.ts";
export { ecodel3, ecodel5, ecodel6, ecodel7, ecodel9, ecodel10 } from "./ecodel/figures.ts";
export { ecodel4, ecodel8, ecodel11, ecodel12 } from "./ecodel/throughput.ts";
export { feedback2, feedback3 } from "./feedback/delay.ts";
export { feedbackFp } from "./feedback/feedback-fp.ts";
export { feedback4, feedback5 } from "./feedback/rates.ts";
export { rfc8290 } from "./fq-codel/rfc8290.ts";
export { kwonT2, kwonT3, kwonT4 } from "./kwon/gfc-tables.ts";
export { kwon8 } from "./kwon/kwon-8.ts";
export { kwon9 } from "./kwon/kwon-9.ts";
export { kwon10 } from "./kwon/kwon-10.ts";
export { kwon11 } from "./kwon/kwon-11.ts";
export { kwon12 } from "./kwon/kwon-12.ts";
export { kwonT1 } from "./kwon/kwon-t1.ts";
export { kwon4, kwon5 } from "./kwon/rate-model.ts";
export { kwon6 } from "./kwon/red-model.ts";
export { kwon14, kwon15 } from "./kwon/six.ts";
export { sizing5 } from "./sizing/sizing-5.ts";
export { sizing8 } from "./sizing/sizing-8.ts";
export { sizing14 } from "./sizing/sizing-14.ts";
export { sizing15 } from "./sizing/sizing-15.ts";
