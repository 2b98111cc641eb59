/** Words of the numbers: what is measured of a run. */
import type { Term } from "./term.ts";

export const FIGURES: readonly Term[] = [
  {
    term: "throughput",
    text: "How much is sent in a second, retransmissions and headers included.",
    source: "RFC 5166 §2.1",
    isCommon: true,
  },
  {
    term: "goodput",
    text: "What reaches the application in a second: without headers, and nothing twice.",
    source: "RFC 5166 §2.1.1",
  },
  {
    term: "utilisation",
    text: "The share of the time in which a link is busy.",
    source: "RFC 5166 §2.1",
  },
  {
    term: "fairness",
    also: ["fair", "fair share"],
    text: "Whether flows that share a link get alike.",
    source: "RFC 5166 §2.3",
    isCommon: true,
  },
  {
    term: "Jain's index",
    also: ["Jain", "Jain’s index"],
    text: "One number for fairness: 1 when all get the same, 1/n when one of n gets everything.",
    source: "Jain et al. (1984)",
  },
  {
    term: "convergence",
    also: ["converged", "converge"],
    text: "How long it takes after a flow has joined until all get about the same.",
    source: "RFC 5166 §2.3",
  },
  {
    term: "max-min",
    also: ["max-min fair"],
    text: "Shares in which none can have more without taking from one that has less.",
    source: "Bertsekas & Gallager (1992)",
  },
  {
    term: "percentile",
    also: ["p50", "p90", "p95", "p99"],
    text: "p99 is the value that 99 % of the samples do not exceed; p50 is the median.",
    source: "RFC 2330 §11.3",
  },
  {
    term: "median",
    text: "The value in the middle: half of the samples are at or below it.",
    source: "RFC 2330 §11.3",
  },
  {
    term: "rank correlation",
    text: "Whether two quantities rise and fall together, by order alone: 1 always, 0 not at all, −1 one against the other.",
    source: "Spearman (1904)",
  },
  {
    term: "CDF",
    also: ["cumulative distribution"],
    text: "The curve that says for each value which share of the samples is at or below it.",
    source: "RFC 2330 §11.3",
  },
  {
    term: "response time",
    text: "From the request to the last byte of the answer.",
    source: "RFC 5166 §2.2",
  },
  {
    term: "warm-up",
    also: ["Warm-up"],
    text: "The first part of a run, left out of the numbers because queues and windows are still finding their size.",
    source: "docs/model.md",
  },
  {
    term: "seed",
    text: "The number that chance begins with: the same seed gives the same run.",
    source: "docs/model.md",
    isCommon: true,
  },
  {
    term: "digest",
    text: "A short text made of all figures of a run: equal digests mean equal runs, to the bit.",
    source: "docs/model.md",
  },
  {
    term: "CSV",
    text: "A table as a text file: a line for each row, with commas between the columns.",
    source: "RFC 4180",
    isCommon: true,
  },
];
