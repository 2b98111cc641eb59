/** Bulk data: a given number of bytes, or an endless transfer, sent as fast as the network allows. */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { numberOf } from "../params/read.ts";
import type { Traffic, TrafficCard, TrafficDefinition, TrafficHost } from "./traffic.ts";

const SIZE: NumberParam = {
  id: "size",
  label: "Size",
  unit: "B",
  ...range({ default: null, noneLabel: "endless", min: 1, max: 1e12, step: 1, scale: "log", integer: true }),
  help: "Bytes to transfer; the flow ends when all are acknowledged.",
  live: false,
  whyNotLive:
    "The size of a flow is fixed when it joins. In a live run, add a flow or stop this one instead.",
};

class Bulk implements Traffic {
  private readonly host: TrafficHost;
  private readonly bytes: number | null;

  constructor(host: TrafficHost, values: ParamValues) {
    this.host = host;
    const { size } = values;
    this.bytes = size === null || size === undefined ? null : numberOf(size, "size");
  }

  start(): void {
    this.host.transfer(this.bytes, true);
  }

  stop(): void {
    this.host.cut();
  }

  onWake(): void {
    throw new Error("bulk traffic has no timer");
  }

  onDone(_transfer: number): void {
    this.host.finish();
  }

  onNotOpened(_transfer: number): void {
    this.host.cut();
  }

  configure(id: string, _value: ParamValue): void {
    throw new Error(`bulk traffic has no parameter ${id} that changes during the run`);
  }
}

export const bulkCard: TrafficCard = {
  id: "bulk",
  label: "Bulk",
  family: "Data over TCP",
  summary: "Endless data, or a file of a given size, sent as fast as the congestion control allows.",
  cite: "RFC 5681 §3.1",
  transport: "tcp",
  params: [SIZE],
  probes: [],
};

export const bulk: TrafficDefinition = {
  ...bulkCard,
  create: (host, values) => new Bulk(host, values),
};
