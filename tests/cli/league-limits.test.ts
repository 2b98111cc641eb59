/** Tests who is left out of a league for what its programs cost, and how many runs that takes. */
import { expect, test } from "vitest";
import { inOrder, LeagueLimits } from "../../src/cli/league-limits.ts";
import { idOf } from "../../src/engine/custom-programs.ts";
import type { RunRecord } from "../../src/experiments/stored-outcome.ts";
import { packText } from "../../src/lib/packed-text.ts";
import {
  builtInEntrant,
  type Entrant,
  type LeaguePath,
  leagueMatches,
  leaguePaths,
  type Match,
  readPathList,
} from "../../src/teaching/league/league.ts";
import type { Refusal } from "../../src/workers/protocol.ts";
import { senderWith } from "../engine/custom/custom-runs.ts";

const entrant = (name: string, code = senderWith("", name)): Entrant => ({ name, cc: idOf(code), code });
const CUBIC = builtInEntrant("cubic");
const DROPTAIL = leaguePaths().slice(0, 1);

interface Cost {
  readonly turns?: number;
  readonly wasted?: number;
}

/** Returns the outcome of a run: of each program its cost, by the name of the entrant. */
type Play = (match: Match, names: readonly string[]) => Refusal | Readonly<Record<string, Cost>>;

function leagueOf(entrants: readonly Entrant[], play: Play, paths: readonly LeaguePath[] = DROPTAIL) {
  const matches = inOrder(leagueMatches({ entrants, paths, seeds: 2, durationS: 5 }), entrants);
  const limits = new LeagueLimits(entrants, matches);
  const outcomeOf = (match: Match): RunRecord | Refusal => {
    const names = [match.a, match.b].flatMap((i) => (i === null ? [] : [entrants[i].name]));
    const costs = play(match, names);
    if ("ok" in costs) return costs as Refusal;
    const each = (match.scenario.programs ?? []).map(
      ({ id }) => costs[entrants.find(({ cc }) => cc === id)?.name ?? "path"] ?? {},
    );
    const reading = {
      turns: each.map(({ turns = 0 }) => turns),
      wasted: each.map(({ wasted = 0 }) => wasted),
    };
    // Twins have equal runs.
    const digest = JSON.stringify([match.scenario.flows, match.scenario.run.seed]);
    return { digest, packets: 4000, reading };
  };
  const names = () => entrants.filter(({ code }) => limits.out.has(code ?? "")).map(({ name }) => name);
  return { limits, matches, outcomeOf, names };
}

/** Plays the league with that number of workers, whose runs end in a random order. Returns the runs that were started. */
function played(league: ReturnType<typeof leagueOf>, workers: number, random: () => number): Match[] {
  const { limits, matches, outcomeOf } = league;
  const started: Match[] = [];
  const working: Match[] = [];
  for (let next = 0; next < matches.length || working.length > 0; ) {
    while (next < matches.length && working.length < workers) {
      const match = matches[next++];
      if (!limits.isNeeded(match)) continue;
      started.push(match);
      working.push(match);
    }
    const [match] = working.splice(Math.floor(random() * working.length), 1);
    if (match !== undefined) limits.add(match, outcomeOf(match));
  }
  return started;
}

const first = () => 0;
const stopped = (wasteful: Entrant): Refusal => ({
  ok: false,
  message: "too many packets",
  atLimit: { wasteful: wasteful.cc },
});

test("programs that stop only each other's runs are out after one run each, and an honest one keeps all its runs", () => {
  const bad = ["a", "b", "c", "d", "e", "f"].map((name) => entrant(name));
  const honest = entrant("honest");
  const play: Play = ({ a, b }, names) => {
    const isAlone = b === null || a === b || names.includes("cubic");
    return isAlone ? {} : stopped(names[0] === "honest" ? bad[b - 1] : bad[a - 1]);
  };
  const league = leagueOf([honest, ...bad, CUBIC], play);
  const started = played(league, 1, first);
  expect(league.names()).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(started.filter((match) => "ok" in league.outcomeOf(match))).toHaveLength(6);
  expect([...league.limits.out.values()][0]).toMatch(
    /^It has sent so many packets that a run was stopped at a limit \(droptail \| honest \| a \| seed 1\)/,
  );
  const ofHonest = started.filter(({ a, b }) => [a, b].every((i) => i === null || [0, 7].includes(i)));
  expect(ofHonest).toHaveLength(2 * (1 + 1 + 1 + 1 + 2));
});

test("who is left out does not depend on the order in which the runs end, nor on the number of workers", () => {
  const all = ["a", "b", "c", "d", "slow", "honest"].map((name) => entrant(name));
  // Each of a to d stops runs with two of the others, so that who is out depends on who was out before.
  const stops: Record<string, readonly string[]> = {
    a: ["b", "d"],
    b: ["c", "a"],
    c: ["a", "d"],
    d: ["b", "slow"],
  };
  const play: Play = ({ a, b }, names) => {
    const [one, other] = names;
    if (stops[one]?.includes(other)) return stopped(all[a]);
    if (stops[other]?.includes(one) && b !== null) return stopped(all[b]);
    return { slow: { turns: 40e6 } };
  };
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const outs = Array.from({ length: 8 }, (_, i) => {
    const league = leagueOf([...all, CUBIC], play);
    played(league, 1 + (i % 7), random);
    return league.names();
  });
  expect(new Set(outs.map((one) => one.join())).size).toBe(1);
  expect(outs[0]).toContain("slow");
  expect(outs[0]).not.toContain("honest");
});

test("a program is not charged for the path's queue, which may take its own limit in each run", () => {
  const queue = "// @queue Slow\nfunction enqueue(packet, queue) {}";
  const paths = readPathList(`slow = #v=2&program=${packText(queue)}&aqm=own&duration=5s`);
  const league = leagueOf([entrant("a"), entrant("b"), CUBIC], () => ({ path: { turns: 100e6 } }), paths);
  expect(played(league, 2, first)).toHaveLength(league.matches.length);
  expect(league.names()).toEqual([]);
  const [{ scenario }] = paths;
  const stops: Play = () => stopped({ ...CUBIC, cc: scenario.queue.aqm });
  const stoppedByQueue = leagueOf([entrant("a"), CUBIC], stops, paths);
  played(stoppedByQueue, 1, first);
  expect(stoppedByQueue.names()).toEqual([]);
});

test("packets without new data use the budget up only where there are very many of them", () => {
  const wasting = (wasted: number) => {
    const league = leagueOf(
      [entrant("flood"), ...["a", "b", "c"].map((name) => entrant(name)), CUBIC],
      () => ({ flood: { wasted } }),
    );
    const ofFlood = played(league, 1, first).filter(({ a }) => a === 0).length;
    return [ofFlood, league.names()];
  };
  // The window of a sender that ignores losses, after a minute on a link of 10 Mbps.
  expect(wasting(1.1e6)).toEqual([20, []]);
  expect(wasting(24e6)).toEqual([2, ["flood"]]);
});

test("a run that is ended by the clock counts against no program", () => {
  const league = leagueOf([entrant("a"), entrant("b")], () => ({ ok: false, message: "A run was ended." }));
  expect(played(league, 1, first)).toHaveLength(league.matches.length);
  expect(league.names()).toEqual([]);
});

test("entrants with the same text are charged once for equal runs", () => {
  const code = senderWith("", "Same");
  const play: Play = (_, [name]) => ({ [name]: { turns: 30e6 } });
  const alone = leagueOf([entrant("ana", code), CUBIC], play);
  played(alone, 1, first);
  expect(alone.names()).toEqual([]);
  const twins = leagueOf([entrant("ana", code), entrant("zoe", code), CUBIC], (_, names) => ({
    ana: { turns: names.includes("cubic") ? 30e6 : 0 },
  }));
  expect(played(twins, 1, first)).toHaveLength(twins.matches.length);
  expect(twins.names()).toEqual([]);
});
