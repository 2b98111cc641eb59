/** Records what a traffic source does. Transfers end when the test ends them. */
import { RandomStream } from "../../../src/engine/core/random.ts";
import type { Traffic, TrafficHost } from "../../../src/engine/traffic/traffic.ts";

const S = 1e9;

export interface Offer {
  readonly bytes: number | null;
  readonly fresh: boolean;
  readonly atS: number;
}

export class FakeHost implements TrafficHost {
  readonly offers: Offer[] = [];
  readonly datagrams: { readonly bytes: number; readonly atNs: number }[] = [];
  readonly cutsS: number[] = [];
  readonly responsesS: number[] = [];
  finishedS: number | null = null;
  /** Duration of each transfer (ns); null if transfers never end automatically. */
  transferNs: number | null = null;
  /** Maximum number of simultaneous transfers. */
  most = Number.POSITIVE_INFINITY;
  nowNs = 0;
  private traffic: Traffic | null = null;
  private wakeNs = Number.POSITIVE_INFINITY;
  private readonly ends: { readonly transfer: number; readonly atNs: number }[] = [];
  private readonly stream = new RandomStream(1, "traffic");

  carry(create: (host: TrafficHost) => Traffic): void {
    this.traffic = create(this);
    this.traffic.start();
  }

  /** Processes everything up to that time. */
  run(untilS: number): void {
    for (;;) {
      const end = this.ends[0];
      const nextNs = Math.min(this.wakeNs, end?.atNs ?? Number.POSITIVE_INFINITY);
      if (nextNs > untilS * S || this.traffic === null) break;
      this.nowNs = nextNs;
      if (end !== undefined && end.atNs === nextNs) {
        this.ends.shift();
        this.traffic.onDone(end.transfer);
      } else {
        this.wakeNs = Number.POSITIVE_INFINITY;
        this.traffic.onWake();
      }
    }
    this.nowNs = Math.max(this.nowNs, untilS * S);
  }

  transfer(bytes: number | null, fresh: boolean): number | null {
    if (this.ends.length >= this.most) return null;
    const transfer = this.offers.push({ bytes, fresh, atS: this.nowNs / S }) - 1;
    if (this.transferNs !== null && bytes !== null) {
      this.ends.push({ transfer, atNs: this.nowNs + this.transferNs });
      this.ends.sort((a, b) => a.atNs - b.atNs);
    }
    return transfer;
  }

  cut(): void {
    this.cutsS.push(this.nowNs / S);
  }

  datagram(bytes: number): void {
    this.datagrams.push({ bytes, atNs: this.nowNs });
  }

  wakeAfter(ns: number): void {
    this.wakeNs = this.nowNs + ns;
  }

  random(): number {
    return this.stream.uniform();
  }

  finish(): void {
    this.finishedS = this.nowNs / S;
  }

  noteResponse(responseNs: number): void {
    this.responsesS.push(responseNs / S);
  }
}
