/** Parameters of the run itself. */
import { type NumberParam, range } from "../params/param.ts";

const NEEDS_NEW_RUN = "It belongs to the whole run: a new value starts the run again.";

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
  help: "The figures leave out this first part of the run; it is shorter than the run. In a run of 10 s or less it is a tenth of the run unless set.",
  live: false,
  whyNotLive: NEEDS_NEW_RUN,
};

const SEED: NumberParam = {
  ...range({ default: 1, min: 1, max: 2_147_483_647, step: 1, integer: true }),
  id: "seed",
  label: "Seed",
  unit: "count",
  help: "Start of the random numbers: the same seed gives the same run, bit for bit.",
  live: false,
  whyNotLive: "Random numbers were drawn from this seed already.",
};

const START_JITTER: NumberParam = {
  ...range({ default: 100, min: 0, max: 5000, step: 10 }),
  id: "start-jitter",
  label: "Start jitter",
  unit: "ms",
  help: "The copies in a group of equal flows start at random up to this long after the group's start; the first one starts exactly then.",
  live: false,
  whyNotLive: "The starting times are drawn when a group of flows joins.",
  detail: true,
};

export const RUN_PARAMS: readonly NumberParam[] = [DURATION, WARMUP, SEED, START_JITTER];
