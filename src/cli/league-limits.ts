/**
 * Limits on what the programs of a league may cost, and who is left out. The runs of a program that is out are not needed.
 *
 * Runs are judged in the order of the league, not in the order in which they end. A run counts only if its programs are still in when
 * its turn comes. So who is left out does not depend on the number of workers.
 */
import { loadOf } from "../engine/index.ts";
import type { RunRecord } from "../experiments/stored-outcome.ts";
import type { Entrant, Match } from "../teaching/league/league.ts";
import { TurnBudget } from "../workers/pool.ts";
import type { Refusal } from "../workers/protocol.ts";

/**
 * Packets that a program may waste in a run besides as many as all links have sent. A sender that ignores losses, and whose window grows
 * by a segment a round trip, wastes half of that in a minute.
 */
const FREE_WASTE = 2e6;
/** Number of turns that a further wasted packet counts: simulating it takes as long. Two runs that are full of them use a budget up. */
const TURNS_PER_WASTED_PACKET = 6;

/** Returns the runs in the order in which they are judged: those with one program first, then the longest first. */
export function inOrder(matches: readonly Match[], entrants: readonly Entrant[]): Match[] {
  const ranked = matches.map((match) => ({
    match,
    count: codesOf(match, entrants).length,
    load: loadOf(match.scenario),
  }));
  return ranked.sort((x, y) => x.count - y.count || y.load - x.load).map(({ match }) => match);
}

/** Returns the texts of the two senders' programs. Programs of the path do not belong to them. */
function codesOf({ a, b }: Match, entrants: readonly Entrant[]): string[] {
  const codes = [a, b].map((i) => (i === null ? null : entrants[i].code)).filter((code) => code !== null);
  return [...new Set(codes)];
}

export class LeagueLimits {
  /** The reason why a program is out, by its text. */
  readonly out = new Map<string, string>();
  readonly #entrants: readonly Entrant[];
  /** Runs that have not been judged, first the next one. */
  readonly #left: Match[];
  readonly #outcomes = new Map<string, RunRecord | Refusal>();
  readonly #budgets = new Map<string, TurnBudget>();
  /** Runs whose cost has been counted. Two entrants with the same text have the same runs. */
  readonly #counted = new Set<string>();

  /** `matches` are in the order of `inOrder`. */
  constructor(entrants: readonly Entrant[], matches: readonly Match[]) {
    this.#entrants = entrants;
    this.#left = matches.toReversed();
  }

  isNeeded(match: Match): boolean {
    return !codesOf(match, this.#entrants).some((code) => this.out.has(code));
  }

  /** Adds the outcome of a run. Judges all runs whose turn has come. */
  add({ key }: Match, outcome: RunRecord | Refusal): void {
    this.#outcomes.set(key, outcome);
    for (let next = this.#left.at(-1); next !== undefined; next = this.#left.at(-1)) {
      const known = this.#outcomes.get(next.key);
      const isNeeded = this.isNeeded(next);
      if (isNeeded && known === undefined) return;
      this.#left.pop();
      this.#outcomes.delete(next.key);
      if (isNeeded && known !== undefined) this.#judge(next, known);
    }
  }

  #judge(match: Match, outcome: RunRecord | Refusal): void {
    const codes = codesOf(match, this.#entrants);
    const programs = match.scenario.programs ?? [];
    if ("digest" in outcome) {
      if (this.#counted.has(outcome.digest)) return;
      this.#counted.add(outcome.digest);
      for (const [i, { code }] of programs.entries())
        if (codes.includes(code)) this.#charge(code, i, outcome);
      return;
    }
    // A run that was ended by the clock, or that failed for another reason, counts against no program.
    const wasteful = programs.find(({ id }) => id === outcome.atLimit?.wasteful)?.code;
    if (wasteful !== undefined && codes.includes(wasteful))
      this.out.set(
        wasteful,
        `It has sent so many packets that a run was stopped at a limit (${match.key}). Its other runs would compare it on some of the paths only.`,
      );
  }

  #charge(code: string, at: number, { packets, reading }: RunRecord): void {
    const [turns, wasted] = [numberAt(reading.turns, at), numberAt(reading.wasted, at)];
    const budget = this.#budgets.get(code) ?? new TurnBudget();
    this.#budgets.set(code, budget);
    budget.add(turns, packets);
    budget.add(TURNS_PER_WASTED_PACKET * Math.max(0, wasted - packets - FREE_WASTE), 0);
    if (budget.isOver)
      this.out.set(
        code,
        `${budget.message} A packet without new data counts as ${TURNS_PER_WASTED_PACKET} turns, besides ${FREE_WASTE / 1e6} million in each run and as many as the links have sent.`,
      );
  }
}

function numberAt(list: unknown, at: number): number {
  return Array.isArray(list) ? Number(list[at] ?? 0) : 0;
}
