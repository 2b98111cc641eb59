/**
 * What β_ecn gains in bytes beside what it costs in delay, from the runs of figures 5 and 7, and what the paper concludes
 * of both: which values serve a sender well.
 */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size, Table } from "../experiment.ts";
import { cross, numberOf } from "../grid.ts";
import { mean } from "../statistics.ts";
import { AQM_LABEL, AQMS, type Aqm, BASE_BETA, BETAS, causeOf, SENDER_LABEL } from "./chosen.ts";
import { type DelayGrid, delayKeys, GAIN_RTT_MS, meanDelay } from "./delay.ts";
import { gainText, msText } from "./number-text.ts";

/** In both of the paper's ranges: the upper end of NewReno's, and the value that it settles on for CUBIC. */
const RECOMMENDED = 0.85;

/** Gains more bytes still, and is what the recommended value is weighed against. */
const HIGHEST = 0.95;

const RANGE_TEXT = { newreno: "0.7 to 0.85", cubic: "0.85 to 0.95, in the end 0.85" } as const;

export const TRADE_OFF_TEXT = `Bytes gained are those of the same flows of 100 s, at ${GAIN_RTT_MS} ms, where the paper states its gains.`;

/** Mean over the runs, each against the one with the same seed. */
function gainPercent(
  readings: Readings,
  size: Size,
  { sender }: DelayGrid,
  aqm: Aqm,
  beta: number,
): number | null {
  const goodputs = (which: number) =>
    delayKeys(size, { aqm, rtt: GAIN_RTT_MS, beta: which }).map((key) =>
      numberOf(readings.get(key), "goodputBps"),
    );
  const base = goodputs(BASE_BETA[sender]);
  const gains = goodputs(beta).map((bps, run) => {
    const of = base[run];
    return bps === null || of === null || of === 0 ? null : 100 * (bps / of - 1);
  });
  return mean(gains.filter((gain) => gain !== null));
}

/** From the sender's own β, at the figure's first round trip. */
function riseMs(
  readings: Readings,
  size: Size,
  { sender, rtts }: DelayGrid,
  aqm: Aqm,
  beta: number,
  percentile: "delayP50Ms" | "delayP90Ms",
): number | null {
  const [ours, base] = [beta, BASE_BETA[sender]].map((which) =>
    meanDelay(readings, size, { aqm, rtt: rtts[0], beta: which }, percentile),
  );
  return ours === null || base === null ? null : ours - base;
}

export function tradeOffTable(readings: Readings, size: Size, grid: DelayGrid): Table {
  const base = BASE_BETA[grid.sender];
  const one = (value: number | null) => (value === null ? null : Number(value.toFixed(1)));
  return {
    id: "trade-off",
    title: `What β_ecn gains and costs, against ${base}`,
    head: [
      "queue",
      "β_ecn",
      `bytes at ${GAIN_RTT_MS} ms, %`,
      `p50 at ${grid.rtts[0]} ms, ms`,
      `p90 at ${grid.rtts[0]} ms, ms`,
    ],
    rows: cross({ aqm: AQMS, beta: BETAS[grid.sender].filter((beta) => beta !== base) }).map(
      ({ aqm, beta }) => [
        AQM_LABEL[aqm],
        beta,
        one(gainPercent(readings, size, grid, aqm, beta)),
        one(riseMs(readings, size, grid, aqm, beta, "delayP50Ms")),
        one(riseMs(readings, size, grid, aqm, beta, "delayP90Ms")),
      ],
    ),
  };
}

/** The paper's conclusion, over one queue. Delay is the median's and the 90th percentile's, the two that the paper gives. */
export function wellServed(readings: Readings, size: Size, grid: DelayGrid, aqm: Aqm): Claim[] {
  const base = BASE_BETA[grid.sender];
  return checked(
    {
      id: `${aqm}-well-served`,
      text: `${SENDER_LABEL[grid.sender]} is well served by β_ecn ${RANGE_TEXT[grid.sender]}: over ${AQM_LABEL[aqm]} ${RECOMMENDED} keeps most of what ${HIGHEST} gains in bytes over ${base}, for less delay.`,
      paper: RANGE_TEXT[grid.sender],
      tolerance: `The words give no measure. Most: more than half of the gain at ${GAIN_RTT_MS} ms (the paper's own gains of CUBIC are three fifths and two thirds). Delay: the rises of the median and of the 90th percentile at ${grid.rtts[0]} ms, both smaller.`,
      ...causeOf(size),
    },
    [RECOMMENDED, HIGHEST].flatMap((beta) => [
      gainPercent(readings, size, grid, aqm, beta),
      riseMs(readings, size, grid, aqm, beta, "delayP50Ms"),
      riseMs(readings, size, grid, aqm, beta, "delayP90Ms"),
    ]),
    (gain, p50, p90, mostGain, mostP50, mostP90) => ({
      ours: `bytes ${gainText(gain)}, delay ${msText(p50)} and ${msText(p90)}; with ${HIGHEST} ${gainText(mostGain)}, ${msText(mostP50)} and ${msText(mostP90)}`,
      holds: gain > mostGain / 2 && gain > 0 && p50 < mostP50 && p90 < mostP90,
    }),
  );
}
