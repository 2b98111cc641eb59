/** Figure 3: the queues at both bottlenecks with CUBIC and marks from PI controllers. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { CHOSEN, DIFFERENCES, FEEDBACK, TARGET_PACKETS } from "./chosen.ts";
import { delayFigures, delayTable, meanOf, readDelays } from "./read-delay.ts";
import { type Feedback, jobsOfWays, ROUTERS } from "./runs.ts";

const SHOWN: readonly Feedback[] = ["cubic-pi"];

function claims(readings: Readings, size: Size): Claim[] {
  return ROUTERS.flatMap(({ id, label, packetMs }) => {
    const of = (field: string) => meanOf("cubic-pi", `${id}.${field}`, readings, size);
    const setPoint = TARGET_PACKETS * packetMs;
    return [
      ...checked(
        {
          id: `${id}-set-point`,
          text: `The queue at the ${label} is at or below its set point.`,
          paper: `${TARGET_PACKETS} packets${id === "wan" ? ", 5 ms" : ""}`,
          tolerance: "median of the packets' delay, a tenth above the set point's at most",
        },
        [of("delayP50Ms")],
        (p50) => ({
          ours: `median ${p50.toFixed(3)} ms, set point ${setPoint.toFixed(2)} ms`,
          holds: p50 <= 1.1 * setPoint,
        }),
      ),
      ...checked(
        {
          id: `${id}-steady`,
          text: `The queue at the ${label} stays there while flows come and go.`,
          basis: "ours",
          paper: "shape",
          tolerance: "99th percentile of the delay at most twice the set point's",
        },
        [of("delayP99Ms")],
        (p99) => ({ ours: `99th percentile ${p99.toFixed(3)} ms`, holds: p99 <= 2 * setPoint }),
      ),
    ];
  });
}

export const feedback3: Experiment = {
  id: "feedback-3",
  paper: FEEDBACK,
  where: "Figure 3",
  title: "Queue delay of CUBIC with ECN from a PI controller",
  shows:
    "The same seven flows with CUBIC, marked by a PI controller at each router whose reference is 20 packets: both queues are at or below it, 5 ms at the WAN router, whoever is on.",
  chosen: CHOSEN,
  differences: DIFFERENCES.slice(0, 1),
  jobs: (size) => jobsOfWays(SHOWN, size),
  read: readDelays,
  reduce: (readings, size) => ({
    figures: delayFigures(SHOWN, readings, size),
    heatMaps: [],
    tables: [delayTable(SHOWN, readings, size)],
    claims: claims(readings, size),
  }),
};
