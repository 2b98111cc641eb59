/** The last step of a controller that steers a delay: kept at each update, and told when somebody asks where p comes from. */

import { numberText, timeText } from "../explain/formats.ts";
import { NS_PER_S } from "../params/read.ts";

/** What the controller is set to. */
export interface PiGains {
  readonly alphaPerS: number;
  readonly betaPerS: number;
  readonly targetNs: number;
}

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
  sentence(symbol: string, value: number, delay = "the delay"): string {
    const { before, delayNs, delayOldNs, targetNs } = this;
    const [from, to] = [numberText(before), numberText(value)];
    const moved = from === to ? `stayed at ${to}` : `went from ${from} to ${to}`;
    return `At the last update ${delay} was ${timeText(delayNs)} against the target of ${timeText(targetNs)}, and ${timeText(delayOldNs)} at the one before: ${symbol} ${moved}.`;
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
