/**
 * What the control laws of the PIE variants share, separate from the queue that hosts them: the state that a controller
 * maintains, when to accept without a draw, whether a signal may be a mark, and the step that a delay asks for. How the
 * delay is found and how the probability decays is each law's own. Reference: RFC 8033 §4, §5.1.
 */
import type { Clock } from "../core/clock.ts";
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { type StoryPart, sentence } from "../explain/facts.ts";
import { numberText, timeText } from "../explain/formats.ts";
import type { Packet } from "../net/packet.ts";
import { msToNs, NS_PER_S } from "../params/read.ts";
import { deed, term, timeTerm } from "./explain-signals.ts";
import type { PieSettings } from "./pie-settings.ts";
import type { DisciplinePort } from "./queue-discipline.ts";

/** What the controller is set to. */
export interface PiGains {
  readonly alphaPerS: number;
  readonly betaPerS: number;
  readonly targetNs: number;
}

/** The last step of a controller that steers a delay: kept at each update, and told when somebody asks where p comes from. */
export class PiStep {
  /** What the controller moves, before that step. */
  before = 0;
  delayNs = 0;
  delayOldNs = 0;
  private scale = 1;
  // As it was set then: a live change may have come since.
  private alphaPerS = 0;
  private betaPerS = 0;
  private targetNs = 0;

  note(before: number, scale: number, delayNs: number, delayOldNs: number, gains: PiGains): void {
    this.before = before;
    this.scale = scale;
    this.delayNs = delayNs;
    this.delayOldNs = delayOldNs;
    this.alphaPerS = gains.alphaPerS;
    this.betaPerS = gains.betaPerS;
    this.targetNs = gains.targetNs;
  }

  /** What the delays asked for. */
  get asked(): number {
    const { alphaPerS, betaPerS, targetNs, delayNs, delayOldNs } = this;
    const error = alphaPerS * (delayNs - targetNs) + betaPerS * (delayNs - delayOldNs);
    return (error / NS_PER_S) * this.scale;
  }

  /** "At the last update the delay was 30 ms …: p went from 0.05 to 0.0541." */
  sentence(symbol: string, value: number, delay = "the delay"): readonly StoryPart[] {
    const { before, delayNs, delayOldNs, targetNs } = this;
    const [from, to] = [term("p-before", before), term("p", value)];
    const moved =
      numberText(before) === numberText(value)
        ? sentence`stayed at ${to}`
        : sentence`went from ${from} to ${to}`;
    return sentence`At the last update ${delay} was ${timeTerm("delay", delayNs)} against the target of ${timeTerm("target", targetNs)}, and ${timeTerm("delay-old", delayOldNs)} at the one before: ${symbol} ${moved}.`;
  }

  /** The step with its numbers; `notes` say what made it another than the delays asked for. */
  formula(symbol: string, value: number, notes: readonly string[]): string {
    const { before, scale, delayNs, delayOldNs, alphaPerS, betaPerS, targetNs } = this;
    const terms = `${numberText(alphaPerS)}/s × (${timeText(delayNs)} − ${timeText(targetNs)}) + ${numberText(betaPerS)}/s × (${timeText(delayNs)} − ${timeText(delayOldNs)})`;
    const scaled = scale === 1 ? terms : `1/${1 / scale} × (${terms})`;
    const more = notes.map((note) => `, ${note}`).join("");
    const sum = more === "" ? "" : `${numberText(before + this.asked)}${more}: `;
    return `${symbol} = ${numberText(before)} + ${scaled} = ${sum}${numberText(value)}`;
  }
}

const MAX_PACKET_BYTES = 1514;
const LARGE_DELAY_NS = msToNs(250);
/** What an update adds beyond that, as Linux. */
const LARGE_DELAY_STEP = 0.02;
const MARK_CEILING = 0.1;
/** RFC 8033 §5.5: above a probability of 10 % it rises by at most this an update. */
const LARGEST_STEP = 0.02;

/** What a law needs to know of the queue it works for. */
export interface PieBacklog {
  readonly packets: number;
  readonly bytes: number;
}

export abstract class PieControl {
  protected readonly clock: Clock;
  protected readonly settings: PieSettings;
  // Maintained by the controller
  p = 0;
  /** The queue delay that the controller sees, now and at the update before. */
  delayNs = 0;
  protected delayOldNs = 0;
  burstNs: number;
  private readonly lastStep = new PiStep();

  constructor(clock: Clock, settings: PieSettings) {
    this.clock = clock;
    this.settings = settings;
    this.burstNs = settings.maxBurstNs;
  }

  /** Whether a packet that arrives behind `backlog` is to be marked or dropped. */
  abstract signals(backlog: PieBacklog, port: DisciplinePort): boolean;

  /** A packet has left and left `backlog` behind. */
  abstract onDeparture(packet: Packet, backlog: PieBacklog): void;

  /** Recomputes the probability; comes every `update`. */
  abstract update(backlog: PieBacklog): void;

  /** A packet was dropped on arrival, for whatever reason. */
  abstract onDrop(): void;

  /** RFC 8033 §5.1; false: an ECN-capable packet, too, is to be dropped. */
  mayMark(): boolean {
    const { marking, dropsAboveTenPercent } = this.settings;
    return marking && (this.p <= MARK_CEILING || !dropsAboveTenPercent);
  }

  /** RFC 8033 §4.1: a burst, a short delay or hardly anything waiting is let through. */
  protected acceptsAnyway(backlogBytes: number): boolean {
    if (this.burstNs > 0) return true;
    if (this.delayNs < this.settings.targetNs / 2 && this.p < 0.2) return true;
    return backlogBytes < 2 * MAX_PACKET_BYTES;
  }

  /** RFC 8033 §4.2: the step that `delayNs` after `delayOldNs` asks for; above 250 ms 0.02 more, as in Linux. */
  protected movedProbability(delayNs: number, gainScale: number): number {
    const { alphaPerS, betaPerS, targetNs } = this.settings;
    const error = alphaPerS * (delayNs - targetNs) + betaPerS * (delayNs - this.delayOldNs);
    let step = (error / NS_PER_S) * gainScale;
    if (this.p >= 0.1 && step > LARGEST_STEP) step = LARGEST_STEP;
    if (delayNs > LARGE_DELAY_NS) step += LARGE_DELAY_STEP;
    this.lastStep.note(this.p, gainScale, delayNs, this.delayOldNs, this.settings);
    return Math.min(1, Math.max(0, this.p + step));
  }

  /** How the draw went that chose the packet: "… and the draw chose this one". */
  protected abstract tellDraw(): readonly StoryPart[];

  /** What becomes of p when there is no delay: "less 1/64". */
  protected abstract readonly decay: string;

  /** Why it signals by the packet that its host marks or drops at this moment; `who` says whose law it is, `last` more of that. */
  explain(decision: QueueDecision, who = "PIE", last?: Explanation["sentences"]): Explanation {
    const { p, lastStep, settings } = this;
    const above = settings.marking
      ? sentence`p is above ${term("constant", MARK_CEILING)}, where ECN-capable packets are dropped, too`
      : undefined;
    const { maxBurstNs } = settings;
    const burst =
      maxBurstNs > 0
        ? [sentence`The burst allowance of ${timeTerm("max-burst", maxBurstNs)} was used up.`]
        : [];
    return {
      sentences: [
        sentence`${this.tellDraw()}, so ${who} ${deed(decision, above)}.`,
        lastStep.sentence("p", p),
        ...(last ?? burst),
      ],
      formula: lastStep.formula("p", p, this.stepNotes()),
    };
  }

  /** What made the last step another than the delays asked for. */
  private stepNotes(): string[] {
    const { before, asked, delayNs, delayOldNs } = this.lastStep;
    const notes = [];
    if (before >= MARK_CEILING && asked > LARGEST_STEP) notes.push(`${LARGEST_STEP} a step at most`);
    if (delayNs > LARGE_DELAY_NS) notes.push(`${LARGE_DELAY_STEP} more above ${timeText(LARGE_DELAY_NS)}`);
    if (before + asked < 0 || before + asked > 1) notes.push("kept within 0 and 1");
    if (delayNs === 0 && delayOldNs === 0 && this.p < before + asked) notes.push(this.decay);
    return notes;
  }

  /** Both delays below half the target, and nothing left to signal: RFC 8033 §4.4 starts a new burst allowance. */
  protected isCalm(delayNs: number): boolean {
    const half = this.settings.targetNs / 2;
    return delayNs < half && this.delayOldNs < half && this.p === 0;
  }
}
