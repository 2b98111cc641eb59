/** Queue delay, marks and drops by flow, counted while a run is looked at again. */

import { type MakeReplay, runInSteps } from "../explain/replay.ts";
import { tap } from "../explain/tap.ts";
import { type Ears, witnessOf } from "../explain/witness.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { readNumber, secondsToNs } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { DelayHistogram } from "./histogram.ts";
import { type FlowDelay, type FlowDelays, QUEUE_EVENT } from "./snapshot.ts";

/** No packet is leaving the queue just now. */
const NONE = -1;

class FlowCount {
  readonly delays = new DelayHistogram();
  marks = 0;
  drops = 0;
}

/** Hears of packets that leave the queue of one link, and whose they are: they go on to the link at once. */
class DelayEars implements Ears {
  private readonly link: number;
  private readonly warmupNs: number;
  private readonly counts: FlowCount[] = [];
  private network: Network | null = null;
  private isTapped = false;
  private leavingNs = NONE;

  constructor(link: number, warmupNs: number) {
    this.link = link;
    this.warmupNs = warmupNs;
  }

  begin(network: Network): void {
    this.network = network;
  }

  leavesQueue(link: number, sojournNs: number): void {
    if (link !== this.link || this.network === null) return;
    if (!this.isTapped) this.listen(this.network);
    this.leavingNs = sojournNs;
  }

  signal(link: number, kind: number, packet: Packet): void {
    if (link !== this.link || this.network === null || !this.isMeasured(this.network)) return;
    const count = this.countOf(this.network, packet);
    if (kind === QUEUE_EVENT.mark) count.marks++;
    else count.drops++;
  }

  event(): void {}

  results(): FlowDelay[] {
    const flows = this.network?.flows.length ?? 0;
    return Array.from({ length: flows }, (_, flow) => {
      const { marks, drops, delays } = this.counts[flow] ?? new FlowCount();
      return { flow, marks, drops, sojournMs: delays.percentiles(), delayCdf: delays.cdf() };
    });
  }

  /** A port hands its packets to its link, or past a link that does nothing to them to the network. */
  private listen(network: Network): void {
    this.isTapped = true;
    const hear = (packet: Packet, go: () => void) => {
      if (this.leavingNs !== NONE && this.isMeasured(network)) {
        this.countOf(network, packet).delays.add(this.leavingNs);
      }
      this.leavingNs = NONE;
      go();
    };
    tap(network, "receive", hear);
    tap(network.links[this.link], "receive", hear);
  }

  private isMeasured({ clock }: Network): boolean {
    return clock.nowNs >= this.warmupNs;
  }

  private countOf(network: Network, packet: Packet): FlowCount {
    const flow = network.flowOfEnd[packet.end];
    this.counts[flow] ??= new FlowCount();
    return this.counts[flow];
  }
}

/** At one link, from the end of the warm-up to `untilS`; yields between short steps of work. */
export function* flowDelaysOf(
  { run }: Scenario,
  make: MakeReplay,
  link: number,
  untilS: number,
): Generator<undefined, FlowDelays> {
  const ears = new DelayEars(link, secondsToNs(readNumber(run, "warmup")));
  yield* runInSteps(make(witnessOf(ears)), untilS);
  return { link, flows: ears.results() };
}
