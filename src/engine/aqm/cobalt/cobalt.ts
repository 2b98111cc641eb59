/**
 * COBALT: CoDel and BLUE together on a single queue, as in CAKE. This CoDel has no separate waiting state: it schedules the first
 * signal when it enters the dropping state. Below target, the rate of signals decreases as gradually as it increased. BLUE is for
 * senders that do not respond: it drops packets, ECN-capable or not, with a probability that grows with each overflow. Reference:
 * ns-3's cobalt-queue-disc.cc, which follows Linux sch_cake.c.
 */
import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import type { Packet } from "../../net/packet.ts";
import {
  type NumberParam,
  type ParamValue,
  type ParamValues,
  type Probe,
  range,
} from "../../params/param.ts";
import { booleanOf, msToNs, msToNsOrNever, numberOf } from "../../params/read.ts";
import {
  actionTaken,
  explainFull,
  probed,
  setting,
  term,
  timeSetting,
  timesApart,
  timeTerm,
  withMore,
} from "../explain-signals.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import { AQM_ECN, CODEL_INTERVAL, CODEL_PROBES, CODEL_TARGET } from "../shared-params.ts";

const NS3 = "ns-3 cobalt-queue-disc.cc";

const BLUE_UP: NumberParam = {
  id: "blue-up",
  label: "BLUE increment",
  unit: "ratio",
  ...range({ default: 1 / 256, min: 0, max: 1, sliderMax: 0.05, step: 0.0005 }),
  help: "Increase of BLUE's drop probability at an overflow, at most once per target.",
  cite: `${NS3}; Feng et al. 2002`,
  detail: true,
};

const BLUE_DOWN: NumberParam = {
  ...BLUE_UP,
  id: "blue-down",
  label: "BLUE decrement",
  default: 1 / 4096,
  help: "Decrease of BLUE's drop probability when the queue is empty, at most once per target.",
};

const BLUE_DELAY: NumberParam = {
  id: "blue-delay",
  label: "BLUE delay",
  unit: "ms",
  ...range({ default: 400, noneLabel: "off", min: 1, max: 10_000, step: 10, scale: "log" }),
  help: "BLUE treats a packet that waited longer than this as an overflow.",
  cite: NS3,
  detail: true,
};

const PARAMS = [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, BLUE_UP, BLUE_DOWN, BLUE_DELAY];

const PROBES: readonly Probe[] = [
  // COBALT computes the square root exactly.
  { ...CODEL_PROBES[0], help: "CoDel's count: the next signal comes interval/√count later." },
  ...CODEL_PROBES.slice(1),
  {
    id: "p-blue",
    symbol: "p",
    label: "BLUE's drop probability",
    noun: "drop probability of BLUE",
    unit: "ratio",
    help: "Probability that a departing packet is dropped, against senders that do not respond to CoDel.",
  },
];

class Cobalt extends FifoDiscipline {
  // Settings made by the user.
  private targetNs = 0;
  private intervalNs = 0;
  private marking = true;
  private blueUp = 0;
  private blueDown = 0;
  private blueDelayNs = 0;
  // State of CoDel.
  /** Number of signals, as CoDel counts them: grows with each signal, and decays outside the dropping state. */
  private count = 0;
  private dropping = false;
  /** Time of the next signal in the dropping state, or of the next decay otherwise (ns). */
  private dropNextNs = 0;
  // State of BLUE.
  private pBlue = 0;
  private blueChangedNs = 0;
  /** True while BLUE drops the current packet. */
  private blueDrops = false;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(cobalt, values);
  }

  enqueue(packet: Packet): void {
    if (!this.isFullFor(packet)) {
      this.fifo.push(packet);
      return;
    }
    this.raiseBlue();
    this.dropping = true;
    this.dropNextNs = this.clock.nowNs;
    if (this.count === 0) this.count = 1;
    this.dropOverflow(packet);
  }

  override dequeue(): Packet | null {
    for (let packet = this.fifo.shift(); packet !== null; packet = this.fifo.shift()) {
      if (!this.isToDrop(packet)) return packet;
      this.port.drop(packet, DROP_AQM);
      this.blueDrops = false;
    }
    this.onEmpty();
    return null;
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.intervalNs = msToNs(numberOf(value, id));
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "blue-up") this.blueUp = numberOf(value, id);
    else if (id === "blue-down") this.blueDown = numberOf(value, id);
    else if (id === "blue-delay") this.blueDelayNs = msToNsOrNever(value, id);
    else super.configure(id, value);
  }

  override probe(index: number): number {
    return index === 0 ? this.count : index === 1 ? Number(this.dropping) : this.pBlue;
  }

  explain(decision: QueueDecision): Explanation {
    if (decision.event !== "overflowDrop") {
      return this.blueDrops ? this.explainBlue() : this.explainCodel(decision);
    }
    const blue = sentence`BLUE treats an overflow as a sign of senders that do not respond: its drop probability is now ${term("p-blue", this.pBlue)}.`;
    return withMore(explainFull(this.fifo, this.limit, decision.packet), blue);
  }

  private explainCodel(decision: QueueDecision): Explanation {
    const { clock, count, targetNs, intervalNs } = this;
    const waitedNs = clock.nowNs - decision.packet.enqueuedNs;
    const [waited, target] = timesApart(waitedNs, targetNs);
    const gap = timeText(this.signalGapNs());
    const next =
      this.dropNextNs > clock.nowNs
        ? sentence`due ${timeTerm("gap", this.signalGapNs())} after the time at which this one was due`
        : "due already";
    return {
      sentences: [
        sentence`It had waited ${timeTerm("sojourn", waitedNs, waited)}, longer than the ${timeSetting("target", targetNs, target)} target, and CoDel's next signal was due, so COBALT ${actionTaken(decision)}.`,
        sentence`CoDel's count is now ${probed("count", count)}: the next signal is ${next}, unless the delay falls below the target.`,
      ],
      formula: `${timeText(intervalNs)} / √${count} = ${gap}`,
    };
  }

  private explainBlue(): Explanation {
    const { pBlue, blueUp, blueDown, blueDelayNs, targetNs } = this;
    const late =
      blueDelayNs === Number.POSITIVE_INFINITY
        ? ""
        : sentence` or a packet older than ${timeSetting("blue-delay", blueDelayNs)}`;
    return {
      sentences: [
        sentence`It was dropped by BLUE, not by CoDel: BLUE drops each packet, ECN-capable or not, with probability p = ${term("p-blue", pBlue)}, and the random draw chose this one.`,
        sentence`At most once in ${timeSetting("target", targetNs)}, p grows by ${setting("blue-up", blueUp)} at an overflow${late}, and falls by ${setting("blue-down", blueDown)} when the queue is empty.`,
      ],
      formula: `p = ${numberText(pBlue)}`,
    };
  }

  /**
   * Returns true if CoDel or BLUE drops the packet. BLUE decides separately from CoDel, and a packet that BLUE drops
   * is not marked first.
   */
  private isToDrop(packet: Packet): boolean {
    let lateNs = this.clock.nowNs - this.dropNextNs;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    const isDue = this.count > 0 && lateNs >= 0;
    this.followTarget(sojournNs > this.targetNs);
    const signals = isDue && this.dropping;
    if (signals) this.signalled();
    else if (isDue) this.decay();
    if (isDue) lateNs = this.clock.nowNs - this.dropNextNs;
    if (sojournNs > this.blueDelayNs) this.raiseBlue();
    if (this.pBlue > 0 && this.port.random() < this.pBlue) this.blueDrops = true;
    const isToDrop = this.blueDrops || (signals && !this.tryMark(packet));
    // While `count` is 0, no signal is scheduled, and `dropNextNs` holds the time at which the queue was last in use.
    if (this.count === 0) this.dropNextNs = this.clock.nowNs + this.intervalNs;
    else if (lateNs > 0 && !isToDrop) this.dropNextNs = this.clock.nowNs;
    return isToDrop;
  }

  private followTarget(isAbove: boolean): void {
    if (isAbove && !this.dropping) this.dropNextNs = this.clock.nowNs + this.signalGapNs();
    if (isAbove && this.count === 0) this.count = 1;
    this.dropping = isAbove;
  }

  private signalled(): void {
    this.count++;
    this.dropNextNs += this.signalGapNs();
  }

  /** Lowers `count` outside the dropping state: by one for each signal that would have been due. */
  private decay(): void {
    while (this.count > 0 && this.clock.nowNs >= this.dropNextNs) {
      this.count--;
      this.dropNextNs += this.signalGapNs();
    }
  }

  private onEmpty(): void {
    if (this.pBlue > 0 && this.mayChangeBlue()) {
      this.pBlue = Math.max(0, this.pBlue - this.blueDown);
      this.blueChangedNs = this.clock.nowNs;
    }
    this.dropping = false;
    if (this.count > 0 && this.clock.nowNs >= this.dropNextNs) {
      this.count--;
      this.dropNextNs += this.signalGapNs();
    }
  }

  private raiseBlue(): void {
    if (!this.mayChangeBlue()) return;
    this.pBlue = Math.min(1, this.pBlue + this.blueUp);
    this.blueChangedNs = this.clock.nowNs;
  }

  private mayChangeBlue(): boolean {
    return this.clock.nowNs - this.blueChangedNs > this.targetNs;
  }

  /** Returns the interval between signals (ns): their rate grows with √count (RFC 8289 §5.6). */
  private signalGapNs(): number {
    return Math.round(this.intervalNs / Math.sqrt(Math.max(1, this.count)));
  }

  private tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }
}

export const cobaltCard: QueueDisciplineCard = {
  id: "cobalt",
  label: "COBALT",
  family: "By queue delay",
  summary:
    "CoDel with two additions. After congestion it reduces its signals step by step. When the queue still overflows, it also drops packets at random (BLUE), against senders that do not respond. It is the queue discipline of CAKE, here with a single queue.",
  cite: NS3,
  params: PARAMS,
  probes: PROBES,
};

export const cobalt: QueueDisciplineDefinition = {
  ...cobaltCard,
  create: (port, values) => new Cobalt(port, values),
};
