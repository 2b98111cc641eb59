/** Tests a league's data: the pairings, the results read from a run, and the table. */
import { beforeAll, describe, expect, test } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import { idOf } from "../../../src/engine/custom-programs.ts";
import type { Scenario } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import type { RunValues } from "../../../src/experiments/experiment.ts";
import { scenarioOf } from "../../../src/experiments/grid.ts";
import {
  builtInEntrant,
  type Entrant,
  endsWords,
  type League,
  LeagueRuns,
  leagueMap,
  leagueMatches,
  leaguePaths,
  leftOutBy,
  type Match,
  ownPath,
  pairTable,
  readMatch,
  readPathList,
  runsOf,
  sameTexts,
  standingsOf,
  trialMatches,
  withNames,
  withoutCostly,
} from "../../../src/teaching/league/league.ts";
import { ready, runnable, senderWith } from "../../engine/custom/custom-runs.ts";

beforeAll(ready);

const own = (name: string, code: string): Entrant => ({ name, cc: idOf(code), code });
const PATHS = leaguePaths();
const path = (id: string) => {
  const found = PATHS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no path ${id}`);
  return found;
};

function leagueOf(entrants: readonly Entrant[], ids: readonly string[], more: Partial<League> = {}): League {
  return { entrants: withNames(entrants), paths: ids.map(path), seeds: 2, durationS: 4, ...more };
}

function readingOf(match: Match): RunValues {
  const simulation = new Simulation(runnable(match.scenario));
  simulation.advance(Number.POSITIVE_INFINITY);
  const ended = simulation
    .programs()
    .flatMap(({ id, stopped }) => (stopped === null ? [] : [{ id, ...stopped }]));
  return readMatch(simulation.results(), ended, match);
}

function played(league: League): LeagueRuns {
  const matches = leagueMatches(league);
  return new LeagueRuns(league, matches, new Map(matches.map((match) => [match.key, readingOf(match)])));
}

const BUILT_IN = ["newreno", "cubic", "bbr2"].map(builtInEntrant);
const AIMD = TEMPLATES[0].code;
const startOf = ({ scenario: { flows } }: Match, flow: number) => Number(flows[flow].params.start);

describe("the runs", () => {
  test("are every pair once per seed, including each sender against itself and alone", () => {
    const league = leagueOf([own("anna", AIMD), ...BUILT_IN], ["droptail", "codel"], { seeds: 3 });
    const matches = leagueMatches(league);
    expect(matches).toHaveLength(2 * 3 * (4 + 4 + 12));
    expect(matches).toHaveLength(runsOf(league));
    expect(new Set(matches.map(({ key }) => key)).size).toBe(matches.length);
    for (const one of [0, 1])
      for (const a of [0, 1, 2, 3])
        for (const b of [null, 0, 1, 2, 3]) {
          if (b !== null && b < a) continue;
          const met = matches.filter((match) => match.path === one && match.a === a && match.b === b);
          expect(met, `${a} and ${b}`).toHaveLength(b === null || b === a ? 3 : 6);
          expect(new Set(met.map(({ scenario }) => scenario.run.seed)).size).toBe(3);
        }
  });

  test("start in both orders with each seed, up to a second apart, so that seeds matter", () => {
    const pairs = leagueMatches(leagueOf(BUILT_IN, ["droptail"], { seeds: 4 })).filter(
      ({ a, b }) => b !== null && a !== b,
    );
    const starts = pairs.map((match) => [startOf(match, 0), startOf(match, 1)]);
    for (let i = 0; i < pairs.length; i += 2) {
      expect(starts[i][0]).toBe(0);
      expect(starts[i][1]).toBeGreaterThan(0);
      expect(starts[i][1]).toBeLessThanOrEqual(1);
      expect(starts[i + 1], pairs[i].key).toEqual([starts[i][1], 0]);
    }
    expect(new Set(starts.slice(0, 8).map(([a, b]) => a + b)).size).toBe(4);
    const runs = played(leagueOf(BUILT_IN.slice(0, 2), ["droptail"]));
    const [one, other] = runs.between(0, 0, 1).map(({ key }) => runs.readings.get(key)?.goodputA);
    expect(one).not.toBe(other);
  });

  test("have the same share against a third sender under any name", () => {
    const [{ code }] = TEMPLATES;
    const id = idOf(code);
    const twins = ["Ana", "Zoe", "Bo", "Li"].map((name) => ({ name, cc: id, code }));
    const runs = played(leagueOf([...twins, BUILT_IN[1]], ["droptail"], { seeds: 1 }));
    const shares = twins.map((_, i) => runs.cell(0, i, 4, "share"));
    expect(new Set(shares).size).toBe(1);
  });

  test("keep the names of built-in senders", () => {
    const own = { name: "cubic", cc: "own-1", code: "// @sender cubic" };
    expect(withNames([own, BUILT_IN[1], own]).map(({ name }) => name)).toEqual([
      "cubic 2",
      "cubic",
      "cubic 3",
    ]);
  });

  test("change places if the two places differ", () => {
    const league = leagueOf(BUILT_IN.slice(0, 2), ["two-rtts"], { seeds: 1 });
    const matches = leagueMatches(league);
    expect(matches).toHaveLength(runsOf(league));
    const rtts = matches
      .filter(({ a, b }) => a === 0 && b === 1)
      .map(({ scenario }) => scenario.flows.map(({ params }) => params.rtt));
    expect(rtts).toEqual([
      [20, 80],
      [80, 20],
    ]);
  });

  test("contain the programs of their two senders and no others", () => {
    const league = leagueOf([own("anna", AIMD), own("bruno", senderWith("")), BUILT_IN[0]], ["droptail"]);
    for (const { a, b, scenario } of leagueMatches(league)) {
      const codes = [a, b].flatMap((i) => (i === null ? [] : (league.entrants[i].code ?? [])));
      expect(new Set(scenario.programs?.map(({ code }) => code))).toEqual(new Set(codes));
    }
  });

  test("are refused with their number if there are too many", () => {
    const many = Array.from({ length: 120 }, (_, i) => ({ ...BUILT_IN[0], name: `s${i}` }));
    expect(() => leagueMatches(leagueOf(many, ["droptail", "codel", "pie"]))).toThrow(
      /120 senders on 3 paths with 2 seeds are 87,120 runs; at most 30000 are allowed/,
    );
  });
});

describe("the results", () => {
  test("give the shares of A against B and B against A a sum of one, on each path and in the table of files", () => {
    const runs = played(leagueOf([own("anna", AIMD), ...BUILT_IN.slice(1)], ["droptail", "two-rtts"]));
    for (const place of [null, 0, 1])
      for (const a of [0, 1, 2])
        for (const b of [0, 1, 2]) {
          if (a === b) continue;
          const [there, back] = [runs.cell(place, a, b, "share"), runs.cell(place, b, a, "share")];
          expect((there ?? 0) + (back ?? 0)).toBeCloseTo(100, 9);
          expect(runs.cell(place, a, b, "jain")).toBe(runs.cell(place, b, a, "jain"));
        }
    const { head, rows } = pairTable(runs);
    expect(rows).toHaveLength(2 * 3 * 4);
    const at = (name: string) => head.indexOf(name);
    const row = (a: string, b: string) =>
      rows.find((one) => one[0] === "droptail" && one[1] === a && one[at("beside")] === b) ?? [];
    expect(row("anna", "cubic")[at("goodput_mbps")]).toBe(row("cubic", "anna")[at("other_goodput_mbps")]);
    expect(row("anna", "")[at("share_percent")]).toBeNull();
  });

  test("are drawn as a heat map with the first sender at the top, and a link to the run in each cell", () => {
    const runs = played(leagueOf(BUILT_IN.slice(0, 2), ["droptail"]));
    const map = leagueMap(runs, "share", 0);
    expect(map.ys).toEqual([1, 0]);
    expect(map.x.names).toEqual(["newreno", "cubic"]);
    expect(map.values[1][1]).toBeCloseTo(100 - Number(map.values[0][0]), 5);
    expect(map.jobs[1][1]).toBe("droptail | newreno | cubic | seed 1");
    expect(map.covers?.[1][1]).toBe("mean of 4 runs");
  });

  test("are ordered by how many others a sender beats in two of three columns", () => {
    const league = leagueOf(BUILT_IN, ["droptail"], { seeds: 1 });
    const matches = leagueMatches(league);
    // Results of newreno, cubic and bbr2, each alone and in pairs.
    const alone = [
      { utilisation: 90, "delay-p99": 10 },
      { utilisation: 95, "delay-p99": 30 },
      { utilisation: 80, "delay-p99": 5 },
    ];
    const jain: Record<string, number> = { "0 1": 0.9, "0 2": 0.8, "1 2": 0.6 };
    const reading = ({ a, b }: Match): RunValues => {
      if (b === null) return alone[a];
      return a === b ? { share: 50, jain: 1 } : { share: 60, jain: jain[`${a} ${b}`] };
    };
    const runs = new LeagueRuns(league, matches, new Map(matches.map((one) => [one.key, reading(one)])));
    // The means of Jain's index are 0.85, 0.75 and 0.70.
    expect(standingsOf(runs).map(({ name, place, ahead }) => [name, place, ahead])).toEqual([
      ["newreno", 1, 2],
      ["cubic", 2, 1],
      ["bbr2", 3, 0],
    ]);
  });

  test("of a program that ends early count what it delivered, name its line, and come last", () => {
    const code = senderWith("function onLoss(tcp) { nothing.here() }", "Faulty");
    const runs = played(
      leagueOf([own("faulty", code), ...BUILT_IN.slice(0, 2)], ["shallow"], { durationS: 8 }),
    );
    expect(endsWords(runs)).toHaveLength(1);
    expect(endsWords(runs)[0]).toMatch(
      /^faulty stopped at [\d.]+ s of “shallow \| faulty \| alone \| seed 1”, and in \d+ more runs: line 6: /,
    );
    const standings = standingsOf(runs);
    expect(standings.at(-1)).toMatchObject({ name: "faulty", ahead: 0 });
    expect(standings.at(-1)?.ended).toBeGreaterThan(0);
    expect(standings.at(-1)?.share).toBeLessThan(20);
  });

  test("omit missing values from the means, without replacement", () => {
    const league = leagueOf(BUILT_IN.slice(0, 2), ["droptail"], { seeds: 1 });
    const matches = leagueMatches(league);
    const [first, ...others] = matches.filter(({ a, b }) => a === 0 && b === 1);
    const readings = new Map(others.map((match) => [match.key, readingOf(match)]));
    const runs = new LeagueRuns(league, matches, readings);
    expect(runs.cell(null, 0, 1, "share")).toBe(readings.get(others[0].key)?.share);
    expect(leagueMap(runs, "share", null).covers?.[1][1]).toBe("mean of 1 of 2 runs");
    expect(leagueMap(runs, "share", null).jobs[1][1]).toBe(others[0].key);
    expect(readings.has(first.key)).toBe(false);
    expect(standingsOf(new LeagueRuns(league, matches, new Map())).map(({ share }) => share)).toEqual([
      null,
      null,
    ]);
  });

  test("of a program do not depend on the other entrants of the league", () => {
    const code = senderWith(
      "let seen = 0\nfunction onLoss(tcp) { seen += 1; tcp.ssthresh = tcp.cwnd / 2; log(seen) }",
    );
    const [alone, among] = [[], [own("x", senderWith("globalThis.seen = 9", "X"))]].map((more) =>
      played(leagueOf([own("anna", code), BUILT_IN[1], ...more], ["droptail"], { seeds: 1 })),
    );
    for (const b of [null, 0, 1])
      expect(among.cell(0, 0, b, "goodputA")).toBe(alone.cell(0, 0, b, "goodputA"));
  });
});

describe("the trial", () => {
  test("omits a program that fails at its start, with its line, and one whose run was ended", () => {
    const typo = own("typo", "// @sender T\nfunction onAck(tcp) { tcp.cwnd += }\n");
    const league = leagueOf(
      [own("anna", AIMD), typo, own("slow", senderWith("")), BUILT_IN[0]],
      ["droptail"],
    );
    const trials = trialMatches(league);
    expect(trials.map(({ a }) => league.entrants[a].name)).toEqual(["anna", "typo", "slow"]);
    const readings = new Map(trials.slice(0, 2).map((match) => [match.key, readingOf(match)]));
    const left = leftOutBy(league, trials, readings, new Map([[trials[2].key, "A run was ended."]]));
    expect(left.leftOut).toEqual([
      { name: "typo", why: expect.stringMatching(/^line 2: /) },
      { name: "slow", why: "A run was ended." },
    ]);
    expect(left.league.entrants.map(({ name }) => name)).toEqual(["anna", "newreno"]);
  });

  test("keeps a program that ends later", () => {
    const league = leagueOf([own("anna", AIMD)], ["droptail"]);
    const trials = trialMatches(league);
    const late = { endedAS: 0.08, endedAText: "line 2: no" };
    const { leftOut } = leftOutBy(league, trials, new Map([[trials[0].key, late]]), new Map());
    expect(leftOut).toEqual([]);
  });

  test("omits a program that takes too long, with the line at which it was ended", () => {
    const league = leagueOf([own("anna", AIMD), own("slow", senderWith("")), BUILT_IN[0]], ["droptail"]);
    const trials = trialMatches(league);
    const costly = new Map([[league.entrants[1].code ?? "", "The program takes too long."]]);
    const ended = { endedAS: 0.5, endedAText: "line 7: too many turns." };
    const left = leftOutBy(league, trials, new Map([[trials[1].key, ended]]), new Map(), costly);
    expect(left.leftOut).toEqual([{ name: "slow", why: "line 7: too many turns." }]);
    expect(leftOutBy(league, trials, new Map(), new Map(), costly).leftOut).toEqual(
      withoutCostly(league, costly).leftOut,
    );
    expect(withoutCostly(league, costly).leftOut).toEqual([
      { name: "slow", why: "The program takes too long." },
    ]);
    expect(left.league.entrants.map(({ name }) => name)).toEqual(["anna", "newreno"]);
  });

  test("uses a run of the league itself", () => {
    const league = leagueOf([own("anna", AIMD)], ["codel", "pie"]);
    const keys = leagueMatches(league).map(({ key }) => key);
    for (const { key } of trialMatches(league)) expect(keys).toContain(key);
  });
});

describe("names and paths", () => {
  test("names differ, are visible, and are short", () => {
    const names = ["a", "a", "\u001b[2Jx|y", "n".repeat(60), " \n "];
    expect(withNames(names.map((name) => ({ ...BUILT_IN[0], name }))).map(({ name }) => name)).toEqual([
      "a",
      "a 2",
      "<U+001B>[2Jx/y",
      `${"n".repeat(39)}…`,
      "no name",
    ]);
  });

  test("the same text under two names is reported", () => {
    const both = withNames([own("anna", AIMD), own("bruno", AIMD), BUILT_IN[0]]);
    expect(sameTexts(both)).toEqual(["The same text to the letter: anna, bruno."]);
  });

  test("every standard path states its properties with units, and can be run", () => {
    expect(new Set(PATHS.map(({ id }) => id)).size).toBe(PATHS.length);
    for (const { why, scenario } of PATHS) {
      expect(why).toMatch(/\d (Mbps|ms)/);
      expect(
        leagueMatches({
          entrants: BUILT_IN,
          paths: [{ id: "x", label: "x", why, scenario }],
          seeds: 1,
          durationS: null,
        }).length,
      ).toBeGreaterThan(0);
    }
    // The buffer is one bandwidth-delay product, as the text states.
    const bytes = (of: Scenario) =>
      (Number(of.path.params.capacity) * 1e3 * Number(of.flows[0].params.rtt)) / 8;
    for (const id of ["droptail", "long", "fast"])
      expect(`${bytes(path(id).scenario)}B`, id).toBe(path(id).scenario.queue.params.limit);
  });

  test("custom paths are a name and a link per line; errors are reported with their line", () => {
    const list = readPathList(
      "// mine\nwifi = #v=2&rtt=30ms&capacity=30Mbps\n\nhttps://x.example/#v=2&aqm=pie\n",
    );
    expect(list.map(({ id }) => id)).toEqual(["wifi", "path-2"]);
    expect(list[0].scenario.flows[0].params.rtt).toBe(30);
    for (const [text, words] of [
      ["", "there is no path in it"],
      ["wifi = 30ms", 'line 1: must be "name = link"'],
      ["a = #v=2&aqm=nope", "line 1: "],
      ["a = #v=2\na = #v=2", 'line 2: there is a path "a" already'],
      ["a = #v=2&set=5s:flow1.beta-ecn=0.9", "line 1: "],
    ])
      expect(() => readPathList(text), text).toThrow(words);
  });

  test("further flows of a path stay, the first two give their places", () => {
    const base = scenarioOf("flow=cc=cubic,rtt=20ms&flow=cc=cubic,rtt=60ms&flow=traffic=cbr&duration=5s");
    const league = {
      entrants: BUILT_IN.slice(0, 1),
      paths: [ownPath("mine", base)],
      seeds: 1,
      durationS: null,
    };
    const [alone, pair] = leagueMatches(league).map(({ scenario }) => scenario.flows);
    expect(alone.map(({ traffic }) => traffic)).toEqual(["bulk", "cbr"]);
    expect(pair.map(({ params }) => params.rtt).slice(0, 2)).toEqual([20, 60]);
    expect(pair).toHaveLength(3);
  });
});
