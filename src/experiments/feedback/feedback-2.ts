/** Figure 2: the queues at both bottlenecks, with BBRv2 that goes by delay alone and with BBRv2 that is marked at. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { CHOSEN, DIFFERENCES, FEEDBACK, TARGET_PACKETS } from "./chosen.ts";
import { delayFigures, delayTable, meanOf, readDelays } from "./read-delay.ts";
import { COMPARED_WAY, type Feedback, jobsOfWays, ROUTERS } from "./runs.ts";

const COMPARED: readonly Feedback[] = ["bbr2", "bbr2-ecn"];

function claims(readings: Readings, size: Size): Claim[] {
  return ROUTERS.flatMap(({ id, label, packetMs }) => {
    const p90 = (way: Feedback) => meanOf(way, `${id}.delayP90Ms`, readings, size);
    const threshold = TARGET_PACKETS * packetMs;
    return [
      ...checked(
        {
          id: `${id}-controlled`,
          text: `With ECN the queue at the ${label} is much better controlled than without.`,
          paper: "shape",
          tolerance:
            "90th percentile of the delay at most three quarters of that without: the paper gives no numbers, and four segments are the least a BBR flow keeps in flight",
        },
        [p90("bbr2-ecn"), p90("bbr2")],
        (ecn, delayOnly) => ({
          ours: `90th percentile ${ecn.toFixed(2)} ms with, ${delayOnly.toFixed(2)} ms without`,
          holds: ecn <= 0.75 * delayOnly,
        }),
      ),
      ...checked(
        {
          id: `${id}-threshold`,
          text: `With ECN the queue at the ${label} stays about the marking threshold of ${TARGET_PACKETS} packets.`,
          basis: "ours",
          paper: `${TARGET_PACKETS} packets`,
          tolerance: "90th percentile of the delay at most a quarter above the threshold's",
        },
        [p90("bbr2-ecn")],
        (ecn) => ({
          ours: `90th percentile ${ecn.toFixed(2)} ms, threshold ${threshold.toFixed(2)} ms`,
          holds: ecn <= 1.25 * threshold,
        }),
      ),
    ];
  });
}

export const feedback2: Experiment = {
  id: "feedback-2",
  paper: FEEDBACK,
  where: "Figure 2",
  title: "Queue delay of BBRv2, with and without ECN",
  shows:
    "Seven BBRv2 flows over a data-centre link and a WAN link: left to delay alone the queues wander and grow with every flow that joins; with marks above 20 packets they are much better controlled.",
  chosen: CHOSEN,
  differences: DIFFERENCES,
  comparedWith: COMPARED_WAY,
  jobs: (size) => jobsOfWays(COMPARED, size),
  read: readDelays,
  reduce: (readings, size) => ({
    figures: delayFigures(COMPARED, readings, size),
    heatMaps: [],
    tables: [delayTable(COMPARED, readings, size)],
    claims: claims(readings, size),
  }),
};
