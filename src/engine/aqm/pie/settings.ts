/** Parameters and probes of the PIE variants, some of them shared with related disciplines. Each discipline has its own defaults. */
import {
  type NumberParam,
  type Param,
  type ParamValue,
  type ParamValues,
  type Probe,
  range,
} from "../../params/param.ts";
import { booleanOf, msToNs, numberOf } from "../../params/read.ts";
import { kernelTick, wheelPeriodNs } from "../kernel-timer.ts";
import { AQM_ECN } from "../shared-params.ts";

/** Settings of RFC 8033 §4 in the units that the simulator uses. */
export class PieSettings {
  targetNs = 0;
  /** Time between updates (ns). */
  updateNs = 0;
  /**
   * Update period as set by the user, before rounding to kernel ticks, and the length of a kernel tick (ns); 0 if
   * there are no ticks.
   */
  private setNs = 0;
  private tickNs = 0;
  /** False for the old kernel's variant, which declares no ticks. */
  private readonly hasTicks: boolean;
  maxBurstNs = 0;
  alphaPerS = 0;
  betaPerS = 0;
  marking = true;
  /** True if ECT packets are dropped, too, while the probability is above 10 % (RFC 8033 §5.1). */
  dropsAboveTenPercent = true;

  constructor(values: ParamValues) {
    this.hasTicks = "update-tick" in values;
    for (const { id } of PARAMS) this.set(id, values[id] ?? null);
  }

  /** Sets a parameter. Returns false if `id` is not a parameter of this class. */
  set(id: string, value: ParamValue): boolean {
    if (id === "target") this.targetNs = msToNs(numberOf(value, id));
    else if (id === "update") this.setNs = msToNs(numberOf(value, id));
    else if (id === "update-tick" && this.hasTicks)
      this.tickNs = value === null ? 0 : msToNs(numberOf(value, id));
    else if (id === "max-burst") this.maxBurstNs = msToNs(numberOf(value, id));
    else if (id === "pie-alpha") this.alphaPerS = numberOf(value, id);
    else if (id === "pie-beta") this.betaPerS = numberOf(value, id);
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "pie-ecn-drop") this.dropsAboveTenPercent = booleanOf(value, id);
    else return false;
    this.updateNs = this.tickNs === 0 ? this.setNs : wheelPeriodNs(this.setNs, this.tickNs);
    return true;
  }
}

/** Declares the target delay with the given default. */
export function delayTarget(defaultMs: number, cite: string): NumberParam {
  return {
    id: "target",
    label: "Target",
    unit: "ms",
    ...range({ default: defaultMs, min: 0.1, max: 200, step: 0.5, scale: "log" }),
    help: "Queue delay that the controller aims for.",
    cite,
    main: {},
  };
}

/** Declares the update period with the given default. */
export function updatePeriod(defaultMs: number, cite: string): NumberParam {
  return {
    id: "update",
    label: "Update period",
    unit: "ms",
    ...range({ default: defaultMs, min: 1, max: 500, step: 1, scale: "log" }),
    help: "How often the drop probability is recomputed.",
    cite,
  };
}

const UPDATE_TICK = kernelTick("an update period of 15 ms becomes 20 ms, 30 ms becomes 36 ms");

/** Declares PIE's parameters. `ticks` adds the parameter of the current kernel's timer ticks. */
export function pieParams(d: {
  targetMs: number;
  updateMs: number;
  maxBurstMs: number;
  ticks: boolean;
}): readonly Param[] {
  return [
    delayTarget(d.targetMs, "RFC 8033 §4.2"),
    updatePeriod(d.updateMs, "RFC 8033 §4.2"),
    {
      id: "max-burst",
      label: "Burst allowance",
      unit: "ms",
      ...range({ default: d.maxBurstMs, min: 0, max: 1000, step: 10 }),
      help: "Time after a quiet period during which no packet is marked or dropped.",
      cite: "RFC 8033 §4.4",
    },
    {
      id: "pie-alpha",
      symbol: "α",
      label: "Integral gain",
      unit: "per-s",
      ...range({ default: 0.125, min: 0, max: 2, step: 0.005 }),
      help: "Weight of the distance from the target, in 1/s.",
      cite: "RFC 8033 §4.2",
      detail: true,
    },
    {
      id: "pie-beta",
      symbol: "β",
      label: "Proportional gain",
      unit: "per-s",
      ...range({ default: 1.25, min: 0, max: 10, step: 0.05 }),
      help: "Weight of the change of delay since the last update, in 1/s.",
      cite: "RFC 8033 §4.2",
      detail: true,
    },
    AQM_ECN,
    {
      kind: "boolean",
      id: "pie-ecn-drop",
      label: "Drop above 10 %",
      default: true,
      help: "Above a probability of 10 %, ECT packets are dropped instead of marked.",
      cite: "RFC 8033 §5.1",
    },
    ...(d.ticks ? [UPDATE_TICK] : []),
  ];
}

const PARAMS = pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks: true });

export const PIE_PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p",
    label: "drop probability",
    unit: "ratio",
    help: "Probability that an arriving packet is marked or dropped.",
  },
  {
    id: "qdelay",
    label: "estimated delay",
    unit: "ms",
    help: "The queue delay as estimated by the controller.",
  },
  {
    id: "burst",
    label: "burst allowance left",
    unit: "ms",
    help: "No packet is marked or dropped while it is above zero.",
  },
];
