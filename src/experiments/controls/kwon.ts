/** What claims of the ECN(α, β) paper fail by, put to the test. */
import type { FlowSpec, Scenario } from "../../engine/index.ts";
import { kwonT2, kwonT3, kwonT4 } from "../kwon/gfc-tables.ts";
import { kwon8 } from "../kwon/kwon-8.ts";
import { kwon9 } from "../kwon/kwon-9.ts";
import { kwon10 } from "../kwon/kwon-10.ts";
import { kwon11 } from "../kwon/kwon-11.ts";
import { kwon12 } from "../kwon/kwon-12.ts";
import { kwonT1 } from "../kwon/kwon-t1.ts";
import { kwon15 } from "../kwon/six.ts";
import { controlled, withSetting } from "./control.ts";

const isEcnAb = ({ cc }: FlowSpec) => cc === "ecn-ab";

const WHOLE =
  "Every cut of the window is to whole segments, as in ns-2, and loses half a segment on average, which is more than two round trips' growth beside an α of a fifth.";
const EXACT = {
  changed: "the fraction of a cut kept (ab-cut=exact)",
  suspected: WHOLE,
  change: (scenario: Scenario) =>
    scenario.flows.some(isEcnAb) ? withSetting(scenario, "ab-cut", "exact", isEcnAb) : scenario,
};

const HARD =
  "Above th_max the queue drops instead of marking: drops send flows back to an increase of a whole segment, which keeps the average at th_max.";
const MARKS = {
  changed: "marks instead of drops above th_max",
  suspected: HARD,
  change: (scenario: Scenario) => withSetting(scenario, "red-above-max", "mark"),
};

export const kwon8Exact = controlled({
  ...EXACT,
  id: "control-kwon-8",
  of: kwon8,
  claims: ["near-corrected"],
  title: "Predicted against simulated throughput, cuts with fractions",
});
export const kwon9Marks = controlled({
  ...MARKS,
  id: "control-kwon-9",
  of: kwon9,
  claims: ["share-1mbps"],
  title: "Share of packets sent in ECN periods, marks above th_max",
});
export const kwon10Marks = controlled({
  ...MARKS,
  id: "control-kwon-10",
  of: kwon10,
  claims: ["order-1mbps"],
  title: "Signals per packet, marks above th_max",
});
export const kwon11Exact = controlled({
  ...EXACT,
  id: "control-kwon-11",
  of: kwon11,
  claims: ["queue-10mbps", "probability-10mbps"],
  title: "Average queue and probability, cuts with fractions",
});
export const kwon12Spread = controlled({
  id: "control-kwon-12",
  of: kwon12,
  claims: ["no-higher-r2"],
  title: "RED's probability at R2 and R3, starts spread",
  changed: "starts spread over five seconds",
  suspected: "The highest point is one of the first second of the burst, whose flows are all in slow start.",
  change: (scenario) => withSetting(scenario, "start-jitter", "5000ms"),
});
export const kwon15Exact = controlled({
  ...EXACT,
  id: "control-kwon-15",
  of: kwon15,
  claims: ["shortest-suffers"],
  title: "ECN(α, β) beside Reno without ECN, cuts with fractions",
});
export const kwonT1Exact = controlled({
  ...EXACT,
  id: "control-kwon-t1-exact",
  of: kwonT1,
  claims: ["drops-ecn-ab"],
  title: "Drops of twenty bulk flows, cuts with fractions",
});
export const kwonT1Marks = controlled({
  ...MARKS,
  id: "control-kwon-t1-marks",
  of: kwonT1,
  claims: ["drops-ecn-ab"],
  title: "Drops of twenty bulk flows, marks above th_max",
});
export const kwonT2Pages = controlled({
  id: "control-kwon-t2",
  of: kwonT2,
  claims: ["response"],
  title: "Web pages in GFC-2, fewer to read beside plain ECN",
  changed:
    "pages of 6 instead of 10 objects in the row of plain ECN, as that row's web goodput in the paper has it",
  suspected:
    "The paper's web goodput beside plain ECN is little more than half of that beside Reno: its clients seem to have had less to read in that row.",
  change: (scenario, { sender }) =>
    sender === "reno-ecn" ? withSetting(scenario, "page-objects", "6") : scenario,
});
export const kwonT3Spread = controlled({
  id: "control-kwon-t3",
  of: kwonT3,
  claims: ["drops-ftp-size"],
  title: "A burst of bulk flows in GFC-2, starts spread",
  changed: "starts spread over half a second",
  suspected:
    "With ECN bulk flows lose packets in slow start alone, at the common start and as ten more start at once.",
  change: (scenario) => withSetting(scenario, "start-jitter", "500ms"),
});
export const kwonT4Pages = controlled({
  id: "control-kwon-t4",
  of: kwonT4,
  claims: ["drops-http"],
  title: "Web pages in GFC-2, fewer to read beside (1, 0.9)",
  changed: "pages of 4 instead of 10 objects in the row of (1, 0.9)",
  suspected:
    "In that row the paper's web loses less than its UDP, in all others more: what its web had to send there is not in the text.",
  change: (scenario, point) =>
    JSON.stringify(point).includes("0.9") ? withSetting(scenario, "page-objects", "4") : scenario,
});
