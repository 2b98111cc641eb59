/** Parameters of the run itself. */
import { type BooleanParam, type NumberParam, type Param, range } from "../params/param.ts";

const NEEDS_NEW_RUN = "This setting applies to the whole run: a new value restarts the run.";

export const DURATION: NumberParam = {
  ...range({ default: 100, min: 1, max: 3600, step: 1, scale: "log" }),
  id: "duration",
  label: "Duration",
  unit: "s",
  help: "Simulated time of the whole run.",
  live: false,
  whyNotLive: NEEDS_NEW_RUN,
};

export const WARMUP: NumberParam = {
  ...range({ default: 10, min: 0, max: 3600, step: 1 }),
  id: "warmup",
  label: "Warm-up",
  unit: "s",
  help: "The first part of the run, which the figures leave out. It must be shorter than the run. In runs of 10 s or less the default is a tenth of the run.",
  live: false,
  whyNotLive: NEEDS_NEW_RUN,
};

const SEED: NumberParam = {
  ...range({ default: 1, min: 1, max: 2_147_483_647, step: 1, integer: true }),
  id: "seed",
  label: "Seed",
  unit: "count",
  help: "Initial value of the random number generator: the same seed gives the same run, bit for bit.",
  live: false,
  whyNotLive: "Random numbers have already been drawn with this seed.",
};

const START_JITTER: NumberParam = {
  ...range({ default: 100, min: 0, max: 5000, step: 10 }),
  id: "start-jitter",
  label: "Start jitter",
  unit: "ms",
  help: "Flows of a group start at random times, up to this long after the start of the group. The first flow starts exactly at the start of the group.",
  live: false,
  whyNotLive: "The starting times are drawn when a group of flows joins.",
  detail: true,
};

const FIRST_JITTER: BooleanParam = {
  kind: "boolean",
  id: "start-jitter-first",
  label: "Start jitter of first flows",
  default: false,
  help: "The start jitter also delays the first flow of each group. The seed then also moves the start of single flows, so that runs with different seeds differ.",
  live: false,
  whyNotLive: "The starting times are drawn when a group of flows joins.",
  detail: true,
};

export const RUN_PARAMS: readonly Param[] = [DURATION, WARMUP, SEED, START_JITTER, FIRST_JITTER];
