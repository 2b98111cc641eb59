/**
 * CoDel's control law, separate from the queue that hosts it. RFC 8289 §5, with Linux's details (codel_impl.h):
 * the next signal is at drop_next + interval/√count, no signal while at most one full packet waits, on re-entry within
 * 16 intervals count resumes from what the last dropping state added, and 1/√count follows by one Newton step a change.
 */
import type { Clock } from "../core/clock.ts";
import type { Explanation } from "../explain/explanation.ts";
import { type Said, sentence } from "../explain/facts.ts";
import { numberText, timeText } from "../explain/formats.ts";
import type { Packet } from "../net/packet.ts";
import { explainLate, probed, term, timeSetting, timeTerm } from "./explain-signals.ts";

/** What the law needs of the queue it works for. */
export interface CodelHost {
  /** The packet at the head, removed; null when empty. */
  takeHead(): Packet | null;
  /** Bytes waiting after the last removal. */
  backlogBytes(): number;
  /** Marks the packet if marking is on and the packet is ECN-capable. */
  tryMark(packet: Packet): boolean;
  dropSignal(packet: Packet): void;
}

export class CodelLaw {
  // Set by the user
  targetNs: number;
  intervalNs: number;
  // Maintained by the law
  /** When the sojourn time will have stayed above target for an interval; 0 while it is below. */
  firstAboveNs = 0;
  /** Since when it has stayed above target, while `firstAboveNs` is not 0. */
  aboveSinceNs = 0;
  /** When to signal next, in dropping state. */
  dropNextNs = 0;
  /** Signals sent in this dropping state. */
  count = 0;
  /** `count` when the dropping state was entered. */
  lastCount = 0;
  dropping = false;
  /** Take 1/√count exactly (RFC 8289 §5.6) rather than by one Newton step a change, as Linux and ns-3 do. */
  exact: boolean;
  /** 1/√count, as the law has it. */
  inverseRoot = 1;
  /** Largest packet seen: a backlog of at most one such packet is no standing queue. */
  private largestPacketBytes = 0;

  private readonly clock: Clock;

  constructor(clock: Clock, targetNs: number, intervalNs: number, exact: boolean) {
    this.clock = clock;
    this.targetNs = targetNs;
    this.intervalNs = intervalNs;
    this.exact = exact;
  }

  /** RFC 8289 §5.5: the packet to send now, after signalling as the law demands. */
  dequeue(host: CodelHost): Packet | null {
    let packet = host.takeHead();
    if (packet === null) {
      this.firstAboveNs = 0;
      this.dropping = false;
      return null;
    }
    let ok = this.okToSignal(packet, host);
    if (this.dropping) {
      if (!ok) this.dropping = false;
      while (this.dropping && packet !== null && this.clock.nowNs >= this.dropNextNs) {
        this.count++;
        this.stepInverseRoot();
        if (host.tryMark(packet)) {
          // A mark ends the loop: the packet is delivered and carries the signal.
          this.dropNextNs += this.signalGapNs();
          return packet;
        }
        host.dropSignal(packet);
        packet = host.takeHead();
        ok = packet !== null && this.okToSignal(packet, host);
        if (ok) this.dropNextNs += this.signalGapNs();
        else this.dropping = false;
      }
      if (packet === null) this.firstAboveNs = 0;
      return packet;
    }
    if (!ok) return packet;
    this.enterDropping();
    if (!host.tryMark(packet)) {
      host.dropSignal(packet);
      packet = host.takeHead();
      if (packet === null) this.firstAboveNs = 0;
      else this.okToSignal(packet, host);
    }
    return packet;
  }

  /** Above target, but not yet for an interval: no signal so far. */
  isWaiting(): boolean {
    return !this.dropping && this.firstAboveNs > this.clock.nowNs;
  }

  /** Packets were dropped by overflow: they count as signals, as in Linux's fq_codel. */
  addSignals(count: number): void {
    this.count += count;
    // Taken exactly: one Newton step would not find it from so far away.
    this.inverseRoot = 1 / Math.sqrt(this.count);
  }

  /** RFC 8289 §5.6 (dodequeue): true once the sojourn time has been above target for an interval. */
  private okToSignal(packet: Packet, host: CodelHost): boolean {
    if (packet.bytes > this.largestPacketBytes) this.largestPacketBytes = packet.bytes;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    if (sojournNs < this.targetNs || host.backlogBytes() <= this.largestPacketBytes) {
      this.firstAboveNs = 0;
      return false;
    }
    if (this.firstAboveNs === 0) {
      this.aboveSinceNs = this.clock.nowNs;
      this.firstAboveNs = this.clock.nowNs + this.intervalNs;
      return false;
    }
    return this.clock.nowNs >= this.firstAboveNs;
  }

  private enterDropping(): void {
    this.dropping = true;
    // Linux's re-entry rule: resume where the control law was, if that is recent.
    const delta = this.count - this.lastCount;
    const resumes = delta > 1 && this.clock.nowNs - this.dropNextNs < 16 * this.intervalNs;
    this.count = resumes ? delta : 1;
    if (resumes) this.stepInverseRoot();
    else this.inverseRoot = 1;
    this.lastCount = this.count;
    this.dropNextNs = this.clock.nowNs + this.signalGapNs();
  }

  /** RFC 8289 §5.6: the signals' rate grows with √count. */
  signalGapNs(): number {
    const inverseRoot = this.exact ? 1 / Math.sqrt(this.count) : this.inverseRoot;
    return Math.round(this.intervalNs * inverseRoot);
  }

  /**
   * Linux's codel_Newton_step: v ← v·(3 − count·v²)/2, once. Within 3 % of 1/√count from the third signal on, but 0.5
   * instead of 0.71 at the second: the third signal comes 50 ms after the second, not 71.
   */
  private stepInverseRoot(): void {
    const v = this.inverseRoot;
    this.inverseRoot = (v * (3 - this.count * v * v)) / 2;
  }
}

/** Of the law's own signals; `did` says which, `who` whose law it is. */
export function explainCodel(law: CodelLaw, nowNs: number, did: Said, who = "CoDel"): Explanation {
  const { count, lastCount, inverseRoot } = law;
  const nth = count - lastCount + 1;
  const which = nth === 1 ? "first signal" : sentence`signal ${term("nth", nth)}`;
  // Where each flow has a law of its own no probe shows it.
  const from = who === "CoDel" ? probed("count", count) : term("count", count);
  const resumes = nth === 1 && count > 1 ? sentence`, count goes on from ${from}` : "";
  const interval = timeText(law.intervalNs);
  const gap = timeText(law.signalGapNs());
  const isRoot = gap === timeText(law.intervalNs / Math.sqrt(count));
  return {
    sentences: [
      sentence`The delay had been above the ${timeSetting("target", law.targetNs)} target for ${timeTerm("above", nowNs - law.aboveSinceNs)}, so ${who} ${did} (${which} of this signalling state${resumes}).`,
      sentence`The next one is due ${timeTerm("gap", law.signalGapNs())} after this one was, unless the delay falls below the target.`,
    ],
    formula: isRoot
      ? `${interval} / √${count} = ${gap}`
      : `${interval} × ${numberText(inverseRoot)} = ${gap} (one Newton step towards 1/√${count})`,
  };
}

/** Of a mark for the CE threshold. */
export function explainCeThreshold(waitedNs: number, thresholdNs: number): Explanation {
  const threshold = { id: "ce-threshold", name: "CE threshold" };
  return explainLate(waitedNs, thresholdNs, threshold, "it was marked beside CoDel's own signals");
}
