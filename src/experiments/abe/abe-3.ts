/** Figure 3: cwnd after slow start has sent too much. */
import { cross, listOf, numberOf } from "../grid.ts";
import { middlesS, resample } from "../read-run.ts";
import { againstBeta, type JudgedClaim, study } from "../study.ts";
import { ABE, CHOSEN, HOSTS_URL, NOISE_URL, QUEUE_URL, SENDER_SETTINGS } from "./paper.ts";

const CAPACITY_BPS = 20e6;
const RTTS = [160, 240];
const BETAS = [0.5, 0.9];
const DURATION_S = 60;
const PARTS = { fromS: 0, toS: DURATION_S, n: 240 };
/** Part of the run after slow start, in which cwnd should match the path. */
const SETTLING = { fromS: 3, toS: 20, n: 1 };

const WINDOW = `smallest cwnd between ${SETTLING.fromS} and ${SETTLING.toS} s`;

/** Returns the bandwidth-delay product in segments of 1500 B. */
const bdpSegments = (rttMs: number) => (CAPACITY_BPS * rttMs) / 1000 / 8 / 1500;

export const abe3 = study({
  id: "abe-3",
  paper: ABE,
  where: "Figure 3",
  title: "cwnd after slow start",
  shows:
    "cwnd of one NewReno flow over 20 Mbps, round trips of 160 and 240 ms. With β_ecn 0.5 the cuts that end slow start leave it far below the bandwidth-delay product, and it takes long to come back; with 0.9 it is there soon after slow start.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    "CoDel; the paper does not say which queue the figure is of.",
    CHOSEN.segments,
    CHOSEN.noise,
  ],
  differences: ["One run each, as in the figure."],
  comparedWith: againstBeta(0.5),
  points: () => cross({ rtt: RTTS, beta: BETAS }),
  scenario: ({ rtt, beta }) =>
    `${QUEUE_URL.codel}&${SENDER_SETTINGS.newreno.join("&")}&capacity=20Mbps&rtt=${rtt}ms&${HOSTS_URL.newreno}&${NOISE_URL}&beta-ecn=${beta}&duration=${DURATION_S}s&warmup=0s`,
  read: ({ flows }) => ({
    cwnd: resample(flows[0].cwnd, PARTS),
    leastAfterSlowStart: resample(flows[0].cwnd, SETTLING, "min")[0],
  }),
  figures: (runs) =>
    RTTS.map((rtt) => ({
      id: `cwnd-${rtt}ms`,
      title: `cwnd over ${rtt} ms`,
      kind: "steps",
      x: { label: "Time", unit: "s", scale: "linear" },
      y: { label: "cwnd", unit: "segments", scale: "linear", from: 0 },
      series: [
        ...BETAS.map((beta) => {
          const points = listOf(runs.reading({ rtt, beta }), "cwnd").length;
          return runs.track(`β_ecn ${beta}`, { rtt, beta }, middlesS(PARTS).slice(0, points), "cwnd");
        }),
        {
          label: "bandwidth-delay product",
          x: [0, DURATION_S],
          y: [bdpSegments(rtt), bdpSegments(rtt)],
          source: "model",
        },
      ],
    })),
  claims: (runs) =>
    RTTS.flatMap((rtt): JudgedClaim[] => {
      const lowest = (beta: number) => {
        const segments = numberOf(runs.reading({ rtt, beta }), "leastAfterSlowStart");
        return [segments === null ? null : segments / bdpSegments(rtt)];
      };
      return [
        {
          id: `near-bdp-${rtt}ms`,
          text: `With β_ecn 0.9 cwnd goes to the bandwidth-delay product soon after slow start (${rtt} ms).`,
          tolerance: `At least 0.85 of it, one cut of 0.9 with a margin: ${WINDOW}.`,
          values: lowest(0.9),
          judge: (share) => ({ ours: `${share.toFixed(2)} of it`, holds: share >= 0.85 }),
        },
        {
          id: `far-below-bdp-${rtt}ms`,
          text: `With β_ecn 0.5 it falls far below (${rtt} ms).`,
          basis: "ours",
          tolerance: `At most 0.75 of it: ${WINDOW}.`,
          values: lowest(0.5),
          judge: (share) => ({ ours: `${share.toFixed(2)} of it`, holds: share <= 0.75 }),
        },
      ];
    }),
});
