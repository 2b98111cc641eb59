/** Figure 1: throughput against β and the size of the buffer, by model and by simulation. */
import { fullUtilisationBuffer, sawtoothUtilisation } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf } from "../grid.ts";
import { fractions, readLink } from "../read-run.ts";
import { CHOSEN, HOSTS_URL, SENDER_SETTINGS } from "./chosen.ts";
import { rises } from "./number-text.ts";
import { ABE } from "./paper.ts";

const CAPACITY_MBPS = 10;
const RTT_MS = 100;
const BDP_BYTES = (CAPACITY_MBPS * 1e6 * RTT_MS) / 1000 / 8;
const BETAS = [0.5, 0.6, 0.7, 0.8, 0.9];
/** In bandwidth-delay products. */
const BUFFERS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1];

/** A packet of 1500 B is 1.2 % of the product: how finely a buffer can be told apart. */
const ONE_PACKET = 0.015;

interface Place {
  readonly beta: number;
  readonly buffer: number;
}

export const abe1: Experiment = {
  id: "abe-1",
  paper: ABE,
  where: "Figure 1",
  title: "Throughput by β and buffer size",
  shows:
    "One NewReno flow through a DropTail queue: the share of 10 Mbps that it uses, by model and by simulation. The link stays full exactly while the buffer holds δ(1−β)/β; below that throughput falls with the buffer and with β, and the model lies above the simulation.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    CHOSEN.segments,
    "Runs of 300 s of which the first 50 s do not count. Nothing is random, so one run is all there is.",
  ],
  differences: [
    "The model is the fluid sawtooth of one flow; the paper's is taken from its reference 16, whose formula it does not repeat.",
    "Throughput is what the link carries, headers included.",
  ],
  jobs: (size) =>
    jobsOf(
      placesOf(size),
      ({ beta, buffer }) =>
        `aqm=droptail&ecn=off&limit=${Math.round(buffer * BDP_BYTES)}B&capacity=${CAPACITY_MBPS}Mbps&rtt=${RTT_MS}ms&${SENDER_SETTINGS.newreno.join("&")}&${HOSTS_URL.newreno}&beta-loss=${beta}&duration=300s&warmup=50s`,
    ),
  read: (snapshot) => readLink(snapshot),
  reduce: (readings, size) => ({
    figures: [figure(readings, size)],
    heatMaps: [],
    tables: [],
    claims: [
      ...fullAbove(readings, size),
      ...idleBelow(readings, size),
      ...modelAbove(readings, size),
      ...falls(readings, size),
    ],
  }),
};

function placesOf(size: Size) {
  const axes: { readonly beta: readonly number[]; readonly buffer: readonly number[] } =
    size === "full" ? { beta: BETAS, buffer: BUFFERS } : { beta: [0.5, 0.8], buffer: [0.1, 0.3, 1] };
  return cross(axes);
}

function measured(readings: Readings, { beta, buffer }: Place): number | null {
  return numberOf(readings.get(keyOf({ beta, buffer })), "utilisation");
}

function figure(readings: Readings, size: Size): Figure {
  const places = placesOf(size);
  const betas = BETAS.filter((beta) => places.some((place) => place.beta === beta));
  const dense = fractions(50);
  return {
    id: "throughput",
    title: "Throughput of one flow, 10 Mbps, 100 ms",
    kind: "lines",
    x: { label: "Buffer in bandwidth-delay products", unit: "", scale: "linear", from: 0, to: 1 },
    y: { label: "Throughput", unit: "Mbps", scale: "linear" },
    series: betas.flatMap((beta) => {
      const own = places.filter((place) => place.beta === beta);
      const ours = own.map((place) => measured(readings, place));
      return [
        {
          label: `β ${beta}`,
          x: own.map(({ buffer }) => buffer),
          y: ours.map((share) => (share === null ? null : share * CAPACITY_MBPS)),
          jobs: own.map(({ buffer }) => keyOf({ beta, buffer })),
        },
        {
          label: `β ${beta}, model`,
          x: dense,
          y: dense.map((buffer) => sawtoothUtilisation(beta, buffer) * CAPACITY_MBPS),
          source: "model" as const,
        },
      ];
    }),
  };
}

/** Measured utilisation at these places, null where there is none. */
function utilisations(readings: Readings, places: readonly Place[]): (number | null)[] {
  return places.map((place) => measured(readings, place));
}

function fullAbove(readings: Readings, size: Size): Claim[] {
  const places = placesOf(size).filter(
    ({ beta, buffer }) => buffer >= fullUtilisationBuffer(beta) + ONE_PACKET,
  );
  return checked(
    {
      id: "full-from-threshold",
      text: "The link is full where the buffer holds at least δ(1−β)/β.",
      paper: "shape",
      tolerance: "99 % of the link, from one packet above the threshold on.",
    },
    utilisations(readings, places),
    (...shares) => ({
      ours: `at least ${percent(Math.min(...shares))} at ${shares.length} points`,
      holds: Math.min(...shares) >= 0.99,
    }),
  );
}

function idleBelow(readings: Readings, size: Size): Claim[] {
  const places = placesOf(size).filter(({ beta, buffer }) => sawtoothUtilisation(beta, buffer) < 0.99);
  return checked(
    {
      id: "idle-below-threshold",
      text: "It is not full where the buffer holds less.",
      paper: "shape",
      tolerance:
        "Below 99.5 % wherever the model is below 99 %; nearer to the threshold the two cannot be told apart.",
    },
    utilisations(readings, places),
    (...shares) => ({
      ours: `at most ${percent(Math.max(...shares))} at ${shares.length} points`,
      holds: Math.max(...shares) < 0.995,
    }),
  );
}

function modelAbove(readings: Readings, size: Size): Claim[] {
  const places = placesOf(size);
  return checked(
    {
      id: "model-above-simulation",
      text: "The model gives more than the simulation.",
      paper: "shape",
      tolerance: "Nowhere more than half a per cent of the link below it, nowhere more than 3 % above.",
    },
    utilisations(readings, places),
    (...shares) => {
      const over = shares.map((share, i) => sawtoothUtilisation(places[i].beta, places[i].buffer) - share);
      const [least, most] = [Math.min(...over), Math.max(...over)];
      return {
        ours: `model minus simulation from ${percent(least)} to ${percent(most)} of the link`,
        holds: least >= -0.005 && most <= 0.03,
      };
    },
  );
}

function falls(readings: Readings, size: Size): Claim[] {
  const places = placesOf(size);
  return checked(
    {
      id: "falls-with-buffer-and-beta",
      text: "Throughput falls as the buffer shrinks, and as β does.",
      paper: "shape",
      tolerance: "From each value to the next, but for half a per cent of the link.",
    },
    utilisations(readings, places),
    (...shares) => {
      const at = (wanted: (place: Place) => boolean) => shares.filter((_, i) => wanted(places[i]));
      const betas = [...new Set(places.map(({ beta }) => beta))];
      const buffers = [...new Set(places.map(({ buffer }) => buffer))];
      const broken = [
        ...betas.filter(
          (beta) =>
            !rises(
              at((place) => place.beta === beta),
              0.005,
            ),
        ),
        ...buffers.filter(
          (buffer) =>
            !rises(
              at((place) => place.buffer === buffer),
              0.005,
            ),
        ),
      ];
      return {
        ours: `in ${betas.length + buffers.length - broken.length} of ${betas.length + buffers.length} lines`,
        holds: broken.length === 0,
      };
    },
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.replace("-", "−");
}
