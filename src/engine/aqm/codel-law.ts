/**
 * CoDel's control law, separate from the queue that hosts it. RFC 8289 §5, with Linux's details (codel_impl.h):
 * the next signal is at drop_next + interval/√count, no signal while at most one full packet waits, on re-entry within
 * 16 intervals count resumes from what the last dropping state added, and 1/√count follows by one Newton step a change.
 */
import type { Packet } from "../net/packet.ts";

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
  private inverseRoot = 1;
  /** Largest packet seen: a backlog of at most one such packet is no standing queue. */
  private largestPacketBytes = 0;

  constructor(targetNs: number, intervalNs: number, exact: boolean) {
    this.targetNs = targetNs;
    this.intervalNs = intervalNs;
    this.exact = exact;
  }

  /** RFC 8289 §5.5: the packet to send now, after signalling as the law demands. */
  dequeue(host: CodelHost, nowNs: number): Packet | null {
    let packet = host.takeHead();
    if (packet === null) {
      this.firstAboveNs = 0;
      this.dropping = false;
      return null;
    }
    let ok = this.okToSignal(packet, host, nowNs);
    if (this.dropping) {
      if (!ok) this.dropping = false;
      while (this.dropping && packet !== null && nowNs >= this.dropNextNs) {
        this.count++;
        this.stepInverseRoot();
        if (host.tryMark(packet)) {
          // A mark ends the loop: the packet is delivered and carries the signal.
          this.dropNextNs = this.controlLaw(this.dropNextNs);
          return packet;
        }
        host.dropSignal(packet);
        packet = host.takeHead();
        ok = packet !== null && this.okToSignal(packet, host, nowNs);
        if (ok) this.dropNextNs = this.controlLaw(this.dropNextNs);
        else this.dropping = false;
      }
      if (packet === null) this.firstAboveNs = 0;
      return packet;
    }
    if (!ok) return packet;
    if (!host.tryMark(packet)) {
      host.dropSignal(packet);
      packet = host.takeHead();
      if (packet === null) this.firstAboveNs = 0;
      else this.okToSignal(packet, host, nowNs);
    }
    this.enterDropping(nowNs);
    return packet;
  }

  /** Above target, but not yet for an interval: no signal so far. */
  isWaiting(nowNs: number): boolean {
    return !this.dropping && this.firstAboveNs > nowNs;
  }

  /** Packets were dropped by overflow: they count as signals, as in Linux's fq_codel. */
  addSignals(count: number): void {
    this.count += count;
    // Taken exactly: one Newton step would not find it from so far away.
    this.inverseRoot = 1 / Math.sqrt(this.count);
  }

  /** RFC 8289 §5.6 (dodequeue): true once the sojourn time has been above target for an interval. */
  private okToSignal(packet: Packet, host: CodelHost, nowNs: number): boolean {
    if (packet.bytes > this.largestPacketBytes) this.largestPacketBytes = packet.bytes;
    const sojournNs = nowNs - packet.enqueuedNs;
    if (sojournNs < this.targetNs || host.backlogBytes() <= this.largestPacketBytes) {
      this.firstAboveNs = 0;
      return false;
    }
    if (this.firstAboveNs === 0) {
      this.firstAboveNs = nowNs + this.intervalNs;
      return false;
    }
    return nowNs >= this.firstAboveNs;
  }

  private enterDropping(nowNs: number): void {
    this.dropping = true;
    // Linux's re-entry rule: resume where the control law was, if that is recent.
    const delta = this.count - this.lastCount;
    const resumes = delta > 1 && nowNs - this.dropNextNs < 16 * this.intervalNs;
    this.count = resumes ? delta : 1;
    if (resumes) this.stepInverseRoot();
    else this.inverseRoot = 1;
    this.lastCount = this.count;
    this.dropNextNs = this.controlLaw(nowNs);
  }

  /** RFC 8289 §5.6: the signals' rate grows with √count. */
  private controlLaw(fromNs: number): number {
    const inverseRoot = this.exact ? 1 / Math.sqrt(this.count) : this.inverseRoot;
    return fromNs + Math.round(this.intervalNs * inverseRoot);
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
