/** Collects the parts of an explanation: sentences with their importance, moments and rules. */
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { Explanation } from "./explanation.ts";
import { type Decided, type FactClaim, joined, type StoryPart, type StoryText, sentence } from "./facts.ts";
import type { Question, Story, StoryMoment, StoryRule } from "./story.ts";

/** Importance of a sentence, as a number. If there are too many sentences, the least important one is removed first. */
export const NEEDED = 0;
export const TELLING = 1;
export const ASIDE = 2;

const LEAST_SENTENCES = 3;
/** Maximum number of sentences in an explanation. More would not be read. */
const MOST_SENTENCES = 6;

interface Line {
  readonly weight: number;
  readonly parts: readonly StoryPart[];
}

type Sentence = (texts: TemplateStringsArray, ...values: readonly StoryText[]) => void;

/** Collects the sentences, moments and rules of an explanation. */
export class StoryBuilder {
  private readonly lines: Line[] = [];
  private readonly chain: StoryMoment[] = [];
  private readonly rules: StoryRule[] = [];
  private readonly digits: number;

  constructor(rttNs: number) {
    this.digits = rttNs >= 10 * NS_PER_MS ? 3 : rttNs >= NS_PER_MS ? 4 : 6;
  }

  /** Returns a time as text that is a link to that time of the run: "12.407 s". `of` is the claim that the time belongs to. */
  at(ns: number, claim?: FactClaim): StoryPart {
    const atS = ns / NS_PER_S;
    const part = { text: `${atS.toFixed(this.digits)} s`, atS };
    return claim === undefined ? part : { ...part, fact: { ...claim, value: ns, unit: "ns" } };
  }

  say(weight: number, ...parts: readonly StoryPart[]): void {
    this.lines.push({ weight, parts: joined(parts) });
  }

  /** Tag functions that add a sentence of a given importance. Its values are texts and facts. */
  readonly needed = this.template(NEEDED);
  readonly telling = this.template(TELLING);
  readonly aside = this.template(ASIDE);

  private template(weight: number): Sentence {
    return (texts, ...values) => this.say(weight, ...sentence(texts, ...values));
  }

  /**
   * Adds an algorithm's sentences on a decision. The first `needed` sentences are never removed. `lead` is put before the first
   * sentence.
   */
  quote(explanation: Explanation | null, needed: number, decided: Decided, lead: StoryText = ""): void {
    for (const [i, one] of (explanation?.sentences ?? []).entries()) {
      const own = [one].flat().map((part) => ofDecision(part, decided));
      this.say(i < needed ? NEEDED : ASIDE, ...(i === 0 ? [...[lead].flat(), ...own] : own));
    }
  }

  /** Adds these sentences, one by one, until the explanation has its minimum length. */
  pad(...sentences: readonly (readonly StoryPart[])[]): void {
    for (const parts of sentences) {
      if (this.lines.length >= LEAST_SENTENCES) return;
      this.say(NEEDED, ...parts);
    }
  }

  moment(atNs: number, label: string, link: number | null, flow: number | null): void {
    const atS = atNs / NS_PER_S;
    if (this.chain.some((one) => one.atS === atS && one.label === label)) return;
    this.chain.push({ atS, label, link, flow });
  }

  rule(kind: StoryRule["kind"], algorithm: string, formula: string): void {
    this.rules.push({ kind, algorithm, formula });
  }

  finish(
    question: Question,
    title: string,
    atNs: number,
    around: { readonly previous: Question | null; readonly next: Question | null },
  ): Story {
    const lines = [...this.lines];
    while (lines.length > MOST_SENTENCES) lines.splice(leastOf(lines), 1);
    return {
      question,
      title,
      atS: atNs / NS_PER_S,
      sentences: lines.map(({ parts }) => parts),
      chain: this.chain.sort((a, b) => a.atS - b.atS),
      rules: this.rules,
      ...around,
    };
  }
}

/** Adds the decision to a fact in an algorithm's own sentence, because algorithms leave these fields out. */
function ofDecision(part: StoryPart, decided: Decided): StoryPart {
  return typeof part === "string" || part.fact === undefined
    ? part
    : { ...part, fact: { ...decided, ...part.fact } };
}

/** Returns the index of the last of the least important sentences. */
function leastOf(lines: readonly Line[]): number {
  let least = 0;
  for (const [i, { weight }] of lines.entries()) if (weight >= lines[least].weight) least = i;
  return least;
}
