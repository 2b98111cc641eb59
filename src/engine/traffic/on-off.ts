/** Bulk data in alternating on-periods and off-periods. */
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
} from "../params/param.ts";
import { booleanOf, NS_PER_S, numberOf, readBoolean, readNumber, readText, textOf } from "../params/read.ts";
import { exponential } from "./random-size.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

const ON_TIME: NumberParam = {
  id: "on-time",
  label: "On",
  unit: "s",
  ...range({ default: 12, min: 0.01, max: 3600, step: 1, scale: "log" }),
  help: "Time for which the flow sends as much as it can.",
  cite: "Tahiliani et al. 2019 §4",
};

const OFF_TIME: NumberParam = {
  id: "off-time",
  label: "Off",
  unit: "s",
  ...range({ default: 12, min: 0.01, max: 3600, step: 1, scale: "log" }),
  help: "Time for which the flow is then silent.",
  cite: "Tahiliani et al. 2019 §4",
};

const PERIODS: EnumParam = {
  kind: "enum",
  id: "periods",
  label: "Periods",
  default: "fixed",
  help: "Whether all periods have the same length.",
  options: [
    { value: "fixed", label: "fixed", help: "All periods have exactly the given length." },
    {
      value: "exponential",
      label: "random",
      help: "Lengths are exponentially distributed with these means.",
    },
  ],
};

const RECONNECT: BooleanParam = {
  kind: "boolean",
  id: "reconnect",
  label: "New connection each time",
  default: true,
  help: "On: each period opens a new connection, which begins in slow start. Off: the same connection continues.",
};

class OnOff implements Traffic {
  private readonly host: TrafficHost;
  private onS: number;
  private offS: number;
  private isRandom: boolean;
  private reconnect: boolean;
  private isOn = false;
  private hasConnection = false;

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    this.onS = readNumber(values, ON_TIME.id);
    this.offS = readNumber(values, OFF_TIME.id);
    this.isRandom = readText(values, PERIODS.id) === "exponential";
    this.reconnect = readBoolean(values, RECONNECT.id);
  }

  start(): void {
    this.turnOn();
  }

  stop(): void {
    this.host.cut();
  }

  onWake(): void {
    if (!this.isOn) {
      this.turnOn();
      return;
    }
    this.isOn = false;
    this.host.cut();
    this.host.wakeAfter(this.lengthNs(this.offS));
  }

  onDone(): void {
    throw new Error("endless data is never completed");
  }

  /** Drops the transfer; the next on-period starts a new one. */
  onNotOpened(): void {
    this.host.cut();
  }

  configure(id: string, value: ParamValue): void {
    if (id === ON_TIME.id) this.onS = numberOf(value, id);
    else if (id === OFF_TIME.id) this.offS = numberOf(value, id);
    else if (id === PERIODS.id) this.isRandom = textOf(value, id) === "exponential";
    else if (id === RECONNECT.id) this.reconnect = booleanOf(value, id);
    else throw new Error(`on/off traffic has no parameter ${id}`);
  }

  private turnOn(): void {
    this.isOn = true;
    this.host.transfer(null, this.reconnect || !this.hasConnection);
    this.hasConnection = true;
    this.host.wakeAfter(this.lengthNs(this.onS));
  }

  private lengthNs(meanS: number): number {
    const lengthS = this.isRandom ? exponential(meanS, this.host.random()) : meanS;
    return Math.max(1, Math.round(lengthS * NS_PER_S));
  }
}

export const onOffCard: TrafficCard = {
  id: "on-off",
  label: "On and off",
  family: "Data over TCP",
  summary: "Alternates between sending bulk data and silence: flows that come and go.",
  cite: "Tahiliani et al. 2019 §4",
  transport: "tcp",
  params: [ON_TIME, OFF_TIME, PERIODS, RECONNECT],
  offers: {
    kind: "turns",
    perS: (values) => 1 / (readNumber(values, ON_TIME.id) + readNumber(values, OFF_TIME.id)),
  },
  probes: [],
};

export const onOff: TrafficDefinition = {
  ...onOffCard,
  create: (host, values) => new OnOff(host, values),
};
