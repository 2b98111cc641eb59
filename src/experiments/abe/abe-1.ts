/** Figure 1: throughput over β and buffer size, from a model and from simulation. */
import { fullUtilisationBuffer, sawtoothUtilisation } from "../../engine/index.ts";
import { rises } from "../../lib/number-text.ts";
import { cross } from "../grid.ts";
import { fractions, readLink } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import { ABE, CHOSEN, HOSTS_URL, SENDER_SETTINGS } from "./paper.ts";

const CAPACITY_MBPS = 10;
const RTT_MS = 100;
const BDP_BYTES = (CAPACITY_MBPS * 1e6 * RTT_MS) / 1000 / 8;

/** Tolerance for a buffer size (bandwidth-delay products): one packet of 1500 B is 1.2 % of the product. */
const ONE_PACKET = 0.015;

/** Buffer sizes of the grid, in bandwidth-delay products. */
const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        betas: [0.5, 0.6, 0.7, 0.8, 0.9],
        buffers: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1],
      }
    : { betas: [0.5, 0.8], buffers: [0.1, 0.3, 1] };

const placesOf = (size: Runs["size"]) => cross({ beta: gridOf(size).betas, buffer: gridOf(size).buffers });

const inMbps = (share: number) => share * CAPACITY_MBPS;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.replace("-", "−");

export const abe1 = study({
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
  points: placesOf,
  scenario: ({ beta, buffer }) =>
    `aqm=droptail&ecn=off&limit=${Math.round(buffer * BDP_BYTES)}B&capacity=${CAPACITY_MBPS}Mbps&rtt=${RTT_MS}ms&${SENDER_SETTINGS.newreno.join("&")}&${HOSTS_URL.newreno}&beta-loss=${beta}&duration=300s&warmup=50s`,
  read: (snapshot) => readLink(snapshot),
  figures: (runs) => {
    const { betas, buffers } = gridOf(runs.size);
    const dense = fractions(50);
    return [
      {
        id: "throughput",
        title: "Throughput of one flow, 10 Mbps, 100 ms",
        kind: "lines",
        x: { label: "Buffer in bandwidth-delay products", unit: "", scale: "linear", from: 0, to: 1 },
        y: { label: "Throughput", unit: "Mbps", scale: "linear" },
        series: betas.flatMap((beta) => [
          runs.line(`β ${beta}`, buffers, (buffer) => ({ beta, buffer }), "utilisation", inMbps),
          {
            label: `β ${beta}, model`,
            x: dense,
            y: dense.map((buffer) => inMbps(sawtoothUtilisation(beta, buffer))),
            source: "model" as const,
          },
        ]),
      },
    ];
  },
  claims: (runs) => {
    const { betas, buffers } = gridOf(runs.size);
    const places = placesOf(runs.size);
    const used = (list: typeof places) => list.map((place) => runs.mean(place, "utilisation"));
    return [
      {
        id: "full-from-threshold",
        text: "The link is full where the buffer holds at least δ(1−β)/β.",
        tolerance: "99 % of the link, from one packet above the threshold on.",
        values: used(places.filter(({ beta, buffer }) => buffer >= fullUtilisationBuffer(beta) + ONE_PACKET)),
        judge: (...shares) => ({
          ours: `at least ${percent(Math.min(...shares))} at ${shares.length} points`,
          holds: Math.min(...shares) >= 0.99,
        }),
      },
      {
        id: "idle-below-threshold",
        text: "It is not full where the buffer holds less.",
        tolerance:
          "Below 99.5 % wherever the model is below 99 %; nearer to the threshold the two cannot be told apart.",
        values: used(places.filter(({ beta, buffer }) => sawtoothUtilisation(beta, buffer) < 0.99)),
        judge: (...shares) => ({
          ours: `at most ${percent(Math.max(...shares))} at ${shares.length} points`,
          holds: Math.max(...shares) < 0.995,
        }),
      },
      {
        id: "model-above-simulation",
        text: "The model gives more than the simulation.",
        tolerance: "Nowhere more than half a per cent of the link below it, nowhere more than 3 % above.",
        values: used(places),
        judge: (...shares) => {
          const over = places.map(({ beta, buffer }, i) => sawtoothUtilisation(beta, buffer) - shares[i]);
          const [least, most] = [Math.min(...over), Math.max(...over)];
          return {
            ours: `model minus simulation from ${percent(least)} to ${percent(most)} of the link`,
            holds: least >= -0.005 && most <= 0.03,
          };
        },
      },
      {
        id: "falls-with-buffer-and-beta",
        text: "Throughput falls as the buffer shrinks, and as β does.",
        tolerance: "From each value to the next, but for half a per cent of the link.",
        values: used(places),
        judge: (...shares) => {
          const lines = [
            ...betas.map((beta) => shares.filter((_, i) => places[i].beta === beta)),
            ...buffers.map((buffer) => shares.filter((_, i) => places[i].buffer === buffer)),
          ];
          const rising = lines.filter((line) => rises(line, 0.005)).length;
          return { ours: `in ${rising} of ${lines.length} lines`, holds: rising === lines.length };
        },
      },
    ];
  },
});
