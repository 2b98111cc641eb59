/** Figure 6: what one CUBIC flow gains in bytes from β_ecn. */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { AQM_LABEL, AQMS, type Aqm, causeOf } from "./chosen.ts";
import { LONG_S, meanGain } from "./gain.ts";
import { gainExperiment } from "./gain-experiment.ts";
import { gainText } from "./number-text.ts";

const SENDER = "cubic";

export const abe6 = gainExperiment({
  number: 6,
  grid: { sender: SENDER, quickBetas: [0.7, 0.85, 0.95] },
  shownBeta: 0.85,
  stated: [
    { aqm: "codel", rtt: 400, beta: 0.85, percent: 15 },
    { aqm: "codel", rtt: 400, beta: 0.95, percent: 25 },
    { aqm: "pie", rtt: 400, beta: 0.85, percent: 10 },
    { aqm: "pie", rtt: 400, beta: 0.95, percent: 15 },
  ],
  shows:
    "Bytes that one CUBIC flow transfers over 10 Mbps, against β_ecn 0.7, for 100, 200 and 400 ms. Over 400 ms β_ecn 0.85 and 0.95 gain 15 % and 25 % with CoDel, 10 % and 15 % with PIE.",
  differences: [
    "HyStart and PRR are those of Linux 6.1; the paper's kernel was 3.17.",
    "The noise matters over CoDel at exactly 400 ms: 0.85 and 0.95 gain 15 and 26 % without noise, 5 to 10 and 16 to 21 % with 0.1 to 0.5 ms, 13 to 14 and 24 to 25 % with 1 or 2 ms. Over 401 ms no noise is needed: 13.4 and 25.3 %. From 396 to 404 ms it is 13 to 19 and 24 to 31 % without. When the noise was chosen, the gains without it were far less. (The paper takes 1 ms off its delays beside the path's round trip, as if that were 1 ms longer.)",
  ],
  statement: ({ aqm, beta, percent }) => ({
    id: `${aqm}-400ms-${beta}`,
    text: `Over ${AQM_LABEL[aqm]} and 400 ms a flow transfers ${percent} % more with β_ecn ${beta} than with 0.7.`,
  }),
  claims: (readings, size) => AQMS.flatMap((aqm) => more(readings, size, aqm)),
});

function more(readings: Readings, size: Size, aqm: Aqm): Claim[] {
  const gain = (beta: number) => meanGain(readings, size, SENDER, { aqm, rtt: 400, beta }, LONG_S);
  return checked(
    {
      id: `${aqm}-larger-beta`,
      text: `Over ${AQM_LABEL[aqm]} and 400 ms β_ecn 0.95 gains more than 0.85, and 0.85 gains.`,
      basis: "ours",
      paper: "shape",
      tolerance: "Direction: the sizes that the paper gives imply it.",
      ...causeOf(size),
    },
    [gain(0.85), gain(0.95)],
    (middle, large) => ({
      ours: `${gainText(middle)} with 0.85, ${gainText(large)} with 0.95`,
      holds: large > middle && middle > 0,
    }),
  );
}
