/** Figure 4: what one NewReno flow gains in bytes from β_ecn. */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { AQM_LABEL, AQMS, type Aqm, causeOf } from "./chosen.ts";
import { LONG_S, meanGain, SHORT_S } from "./gain.ts";
import { gainExperiment } from "./gain-experiment.ts";
import { gainText, rises } from "./number-text.ts";

const SENDER = "newreno";
const BETA = 0.8;

export const abe4 = gainExperiment({
  number: 4,
  grid: { sender: SENDER, quickBetas: [0.5, BETA] },
  shownBeta: BETA,
  stated: [
    { aqm: "codel", rtt: 400, beta: BETA, percent: 24 },
    { aqm: "pie", rtt: 400, beta: BETA, percent: 23 },
  ],
  shows:
    "Bytes that one NewReno flow transfers over 10 Mbps, against β_ecn 0.5, for 100, 200 and 400 ms. Gains are largest for flows that end soon after slow start; a long flow over 400 ms transfers 24 % more with β_ecn 0.8 over CoDel, 23 % more over PIE.",
  differences: [
    "Over 400 ms a flow of 100 s with β_ecn 0.5 holds two or three reductions: where it ends decides about several per cent.",
  ],
  statement: ({ aqm, percent }) => ({
    id: `${aqm}-400ms`,
    text: `Over ${AQM_LABEL[aqm]} and 400 ms a long flow transfers ${percent} % more with β_ecn 0.8 than with 0.5.`,
  }),
  claims: (readings, size) => [
    ...AQMS.flatMap((aqm) => afterSlowStart(readings, size, aqm)),
    ...AQMS.flatMap((aqm) => growsWithRtt(readings, size, aqm)),
  ],
});

const PIE_IS_LATE =
  "PIE's burst allowance lets slow start overshoot before the first mark: over 400 ms with 0.5 the first reduction leaves cwnd at 256 to 298 segments of 333, and little is lost until the next one 27 to 41 s after the start. CoDel's first mark comes before the path is full, its answer at 250 to 252 segments, and 0.5 leaves 125 to 126. The gain after 5 s comes nearer to that after 300 s over 100 and 200 ms (11.2 against 12.2 %, 20.3 against 17.8 %).";

function afterSlowStart(readings: Readings, size: Size, aqm: Aqm): Claim[] {
  const run = { aqm, rtt: 400, beta: BETA };
  return checked(
    {
      id: `${aqm}-after-slow-start`,
      text: `Over ${AQM_LABEL[aqm]} the gain is larger for a flow that ends soon after slow start.`,
      paper: "shape",
      tolerance: `Direction: ${SHORT_S} s against ${LONG_S} s, 400 ms, β_ecn 0.8.`,
      ...causeOf(size, aqm === "pie" ? PIE_IS_LATE : undefined),
    },
    [meanGain(readings, size, SENDER, run, SHORT_S), meanGain(readings, size, SENDER, run, LONG_S)],
    (short, long) => ({
      ours: `${gainText(short)} after ${SHORT_S} s, ${gainText(long)} after ${LONG_S} s`,
      holds: short > long,
    }),
  );
}

function growsWithRtt(readings: Readings, size: Size, aqm: Aqm): Claim[] {
  const rtts = size === "full" ? [100, 200, 400] : [100, 400];
  return checked(
    {
      id: `${aqm}-rtt`,
      text: `Over ${AQM_LABEL[aqm]} the gain of a long flow grows with the round trip.`,
      paper: "shape",
      tolerance:
        "Direction, from each round trip to the next; 1 % of bytes is within what the place of the last cycle decides.",
      ...causeOf(size),
    },
    rtts.map((rtt) => meanGain(readings, size, SENDER, { aqm, rtt, beta: BETA }, LONG_S)),
    (...gains) => ({
      ours: gains.map((gain, i) => `${gainText(gain)} at ${rtts[i]} ms`).join(", "),
      holds: rises(gains, 1) && gains[gains.length - 1] > gains[0],
    }),
  );
}
