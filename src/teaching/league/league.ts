/**
 * A league: custom and built-in senders compete over a set of paths. Each pair of senders shares each path once per seed. In
 * addition, each sender shares the path with a copy of itself, and uses it alone. The results are a table of all senders, and
 * heat maps.
 */

import {
  applySettings,
  congestionControls,
  defaultScenario,
  type FlowSpec,
  jainIndex,
  type RunResults,
  type Scenario,
  type SettingText,
  scenarioFromUrl,
  scenarioToUrl,
  validateScenario,
} from "../../engine/index.ts";
import type { Axis, HeatMap, Job, Readings, RunValues } from "../../experiments/experiment.ts";
import { numberOf, scenarioOf } from "../../experiments/grid.ts";
import { METRICS, type MetricId, measuredOf } from "../../experiments/metrics.ts";
import { counted } from "../../lib/counted.ts";
import type { Cell } from "../../lib/csv.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { PROGRAM_READER } from "../document/file-programs.ts";

/** A sender that takes part. */
export interface Entrant {
  /** Unique name in tables. */
  readonly name: string;
  /** Congestion control: "cubic", or the id of its program. */
  readonly cc: string;
  /** Code of the sender's program; null if the sender is built in. */
  readonly code: string | null;
}

/** A path of a league. */
export interface LeaguePath {
  /** Permanent id of the path, used in options and files. */
  readonly id: string;
  readonly label: string;
  /** Description of the path with units, and the reason why it is included. */
  readonly why: string;
  /** Scenario of the path. The two senders replace its first two groups of flows; further groups are not changed. */
  readonly scenario: Scenario;
}

/** A league: senders, paths and seeds. */
export interface League {
  readonly entrants: readonly Entrant[];
  readonly paths: readonly LeaguePath[];
  readonly seeds: number;
  /** Duration of each run (s), which replaces that of the path; null if paths have their own durations. */
  readonly durationS: number | null;
}

const DECLARED_PATHS = [
  {
    id: "droptail",
    label: "DropTail",
    why: "10 Mbps, 40 ms, a DropTail queue of one bandwidth-delay product (50 kB): the usual case, where losses are the only signal.",
    url: "aqm=droptail&limit=50kB&rtt=40ms&duration=60s",
  },
  {
    id: "shallow",
    label: "Shallow buffer",
    why: "10 Mbps, 40 ms, a DropTail queue of 15 kB: who needs a full queue leaves the link idle.",
    url: "aqm=droptail&limit=15kB&rtt=40ms&duration=60s",
  },
  {
    id: "codel",
    label: "CoDel with ECN",
    why: "10 Mbps, 40 ms, CoDel that marks: who ignores marks takes the link.",
    url: "aqm=codel&rtt=40ms&duration=60s",
  },
  {
    id: "pie",
    label: "PIE with ECN",
    why: "10 Mbps, 40 ms, PIE that marks at random: single marks say little.",
    url: "aqm=pie&rtt=40ms&duration=60s",
  },
  {
    id: "long",
    label: "Long path",
    why: "10 Mbps, 200 ms, a DropTail queue of one bandwidth-delay product (250 kB): who grows by a segment a round trip is slow here.",
    url: "aqm=droptail&limit=250kB&rtt=200ms&duration=100s&warmup=20s",
  },
  {
    id: "two-rtts",
    label: "Two round trips",
    why: "10 Mbps, a DropTail queue of 50 kB; one sender has 20 ms and the other one 80 ms, and then the other way round.",
    url: "aqm=droptail&limit=50kB&flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=80ms&duration=60s",
  },
  {
    id: "loss",
    label: "Random loss",
    why: "10 Mbps, 40 ms, DropTail of 50 kB, and one packet in two hundred is lost at random: not every loss is a full queue.",
    url: "aqm=droptail&limit=50kB&rtt=40ms&loss=0.005&duration=60s",
  },
  {
    id: "variable",
    label: "Variable link",
    why: "40 ms, DropTail of 50 kB, and the link changes between 10 and 4 Mbps every 5 s: who measures the path must forget in time.",
    url: "aqm=droptail&limit=50kB&rtt=40ms&capacity-pattern=square:10:0.4&duration=60s",
  },
  {
    id: "fast",
    label: "Fast link",
    why: "100 Mbps, 20 ms, a DropTail queue of one bandwidth-delay product (250 kB), for 20 s: a window of 170 segments.",
    url: "capacity=100Mbps&aqm=droptail&limit=250kB&rtt=20ms&duration=20s&warmup=5s",
  },
] as const;

/** Returns the built-in paths. They are created when needed, because reading nine scenarios takes time. */
export function leaguePaths(): readonly LeaguePath[] {
  return DECLARED_PATHS.map(({ url, ...path }) => ({ ...path, scenario: scenarioOf(url) }));
}

/** Senders that custom programs meet by default. */
export const USUAL_OPPONENTS: readonly string[] = ["newreno", "cubic", "bbr2"];

const MOST_ENTRANTS = 200;
/** Limit on the runs of a league. More runs would take days. */
const MOST_LEAGUE_RUNS = 30_000;
export const USUAL_SEEDS = 1;
const MOST_SEEDS = 100;
const LONGEST_NAME = 40;

/** Returns a built-in sender. Throws an error with a message for users if there is none with this id. */
export function builtInEntrant(id: string): Entrant {
  const known = congestionControls.find((one) => one.id === id);
  if (known === undefined)
    throw new Error(`must be of ${congestionControls.map((one) => one.id).join(", ")}; got ${id}`);
  return { name: id, cc: id, code: null };
}

const isBuiltIn = ({ name, cc, code }: Entrant) => code === null && name === cc;

/**
 * Returns the entrants with unique, printable names that are not too long; names from files may contain anything. Built-in
 * senders keep their names.
 */
export function withNames(entrants: readonly Entrant[]): Entrant[] {
  const taken = new Set(entrants.flatMap((one) => (isBuiltIn(one) ? [one.name] : [])));
  return entrants.map((entrant) => {
    if (isBuiltIn(entrant)) return entrant;
    const plain = visibleText(entrant.name.replace(/\s+/g, " ").replaceAll("|", "/")).trim() || "no name";
    const short = plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1)}…` : plain;
    let name = short;
    for (let i = 2; taken.has(name); i++) name = `${short} ${i}`;
    taken.add(name);
    return { ...entrant, name };
  });
}

/**
 * Reads custom paths from a text, one per line: "name = URL", or only a URL. Empty lines and lines that start with "//" are
 * skipped. Throws an error whose message names the line.
 */
export function readPathList(text: string): LeaguePath[] {
  const paths: LeaguePath[] = [];
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const own = line.trim();
    if (own === "" || own.startsWith("//")) continue;
    const [, name, link] = /^([A-Za-z0-9][\w .-]{0,39}?)\s*=\s*([^\s#]*#\S*)$/.exec(own) ?? [
      own,
      `path-${paths.length + 1}`,
      own,
    ];
    const refuse = (why: string) => new Error(`line ${i + 1}: ${why}`);
    if (!link.includes("#"))
      throw refuse('must be "name = link" with a link of the bench, like "wifi = #v=2&rtt=30ms"');
    if (paths.some(({ id }) => id === name)) throw refuse(`there is a path "${name}" already`);
    const { scenario, problems } = scenarioFromUrl(link, PROGRAM_READER);
    const wrong = problems.find((problem) => problem.harmless !== true);
    if (wrong !== undefined) throw refuse(wrong.fault ?? wrong.message);
    try {
      paths.push(ownPath(name, scenario));
    } catch (error) {
      throw refuse(error instanceof Error ? error.message : String(error));
    }
  }
  if (paths.length === 0) throw new Error("there is no path in it");
  return paths;
}

/** Makes a path of a scenario. Throws an error with a message for users if that is not possible. */
export function ownPath(name: string, scenario: Scenario, label = name): LeaguePath {
  if (scenario.changes.some(({ flow }) => flow !== null))
    throw new Error("a change during the run is of one flow, and a path has none of its own");
  return { id: name, label, why: `#${scenarioToUrl({ ...scenario, flows: placesOf(scenario) })}`, scenario };
}

/** One run of a league. */
export interface Match extends Job {
  readonly path: number;
  readonly a: number;
  /** Index of the second sender; null if the first sender is alone. */
  readonly b: number | null;
}

/** Returns the runs of a league. Throws an error with a message for users if the league is not valid. */
export function leagueMatches(league: League): Match[] {
  const { entrants, paths, seeds, durationS } = league;
  if (entrants.length === 0) throw new Error("This league has no entrants.");
  if (entrants.length > MOST_ENTRANTS)
    throw new Error(`There are ${entrants.length} senders; at most ${MOST_ENTRANTS} are allowed.`);
  if (paths.length === 0) throw new Error("There is no path in this league.");
  if (!(Number.isInteger(seeds) && seeds >= 1 && seeds <= MOST_SEEDS))
    throw new Error(`Seeds must be a whole number from 1 to ${MOST_SEEDS}, got ${seeds}.`);
  const runs = runsOf(league);
  if (runs > MOST_LEAGUE_RUNS)
    throw new Error(
      `${counted(entrants.length, "sender")} on ${counted(paths.length, "path")} with ${counted(seeds, "seed")} are ${counted(runs, "run")}; at most ${MOST_LEAGUE_RUNS} are allowed. Take fewer paths or seeds.`,
    );
  return paths.flatMap(({ id, scenario }, path) => {
    const base = withDuration(scenario, durationS);
    const pairs = pairsOf(entrants.length);
    return pairs.flatMap(([a, b]) =>
      ordersOf(seeds, entrants[a], b === null ? null : entrants[b]).map(({ seed, isSecondFirst, words }) => ({
        key: `${id} | ${entrants[a].name} | ${b === null ? "alone" : entrants[b].name} | ${words}`,
        ...{ path, a, b },
        scenario: matchScenario(base, entrants[a], b === null ? null : entrants[b], seed, isSecondFirst),
      })),
    );
  });
}

/** Returns a title for a league: "League of 3 senders on 2 paths, 1 seed". */
export function leagueWords({ entrants, paths, seeds }: League): string {
  return `League of ${counted(entrants.length, "sender")} on ${counted(paths.length, "path")}, ${counted(seeds, "seed")}`;
}

/** Returns the pairs of senders: each sender alone (null), then each pair, including each sender with itself. */
function pairsOf(count: number): [a: number, b: number | null][] {
  const all = Array.from({ length: count }, (_, i) => i);
  return [
    ...all.map((a): [number, null] => [a, null]),
    ...all.flatMap((a) => all.slice(a).map((b): [number, number] => [a, b])),
  ];
}

/** Returns the number of runs of a league. */
export function runsOf({ entrants, paths, seeds }: Pick<League, "entrants" | "paths" | "seeds">): number {
  const n = entrants.length;
  return paths.length * seeds * (n + n + n * (n - 1));
}

/** Returns true if a league is refused because of the number of its entrants. */
export function hasTooManyEntrants(league: Pick<League, "entrants" | "paths" | "seeds">): boolean {
  return league.entrants.length > MOST_ENTRANTS || runsOf(league) > MOST_LEAGUE_RUNS;
}

/**
 * Returns who starts first in each run of a pair. One sender starts at 0, the other up to a second later, depending on the seed,
 * so that runs differ even if nothing else is random. Each seed is run in both orders. If the two places on the path differ, each
 * sender also gets both places. Names and the order of the list therefore have no effect on the results.
 */
function ordersOf(seeds: number, a: Entrant, b: Entrant | null) {
  const orders = b === null || a === b ? [false] : [false, true];
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    orders.map((isSecondFirst) => ({
      seed,
      isSecondFirst,
      words: `seed ${seed}${isSecondFirst ? ", order changed" : ""}`,
    })),
  );
}

/** Parameters that a sender takes from its place on the path, in addition to start and stop times. */
const OF_PLACE = ["ecn", "rtt", "route", "recovery"];

/** Returns the places of the two senders: the first two groups of the path's flows. If there is only one group, both get it. */
function placesOf({ flows }: Scenario): [FlowSpec, FlowSpec] {
  const [usual] = defaultScenario().flows;
  const place = ({ params }: FlowSpec): FlowSpec => ({
    ...usual,
    params: Object.fromEntries(OF_PLACE.flatMap((id) => (id in params ? [[id, params[id]]] : []))),
  });
  const [first, second] = flows;
  return [place(first ?? usual), place(second ?? first ?? usual)];
}

/** The golden ratio minus 1. Its multiples spread any number of seeds evenly. */
const RATIO = 0.6180339887498949;

function laterS(seed: number): number {
  const part = seed * RATIO;
  return Math.round(1000 * (part - Math.floor(part))) / 1000;
}

function matchScenario(
  base: Scenario,
  a: Entrant,
  b: Entrant | null,
  seed: number,
  isSecondFirst: boolean,
): Scenario {
  const [early, late] = placesOf(base);
  const at = (place: FlowSpec, { cc }: Entrant, start: number): FlowSpec => ({
    ...place,
    cc,
    params: { ...place.params, start },
  });
  const [ofA, ofB] = isSecondFirst ? [late, early] : [early, late];
  const [startA, startB] = isSecondFirst ? [laterS(seed), 0] : [0, laterS(seed)];
  const codes = [a.code, b?.code ?? null].filter((code) => code !== null);
  const programs = [...new Set([...(base.programs ?? []).map(({ code }) => code), ...codes])];
  const given = {
    ...base,
    run: { ...base.run, seed: Number(base.run.seed) + seed - 1 },
    flows: [
      ...(b === null ? [at(ofA, a, 0)] : [at(ofA, a, startA), at(ofB, b, startB)]),
      ...base.flows.slice(2),
    ],
    ...(programs.length > 0 && { programs }),
  };
  const { scenario, problems } = validateScenario(given, PROGRAM_READER);
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length > 0) throw new Error(wrong.map(({ fault, message }) => fault ?? message).join(" "));
  return scenario;
}

function withDuration(scenario: Scenario, durationS: number | null): Scenario {
  if (durationS === null) return scenario;
  const settings: SettingText[] = [{ key: "duration", text: `${durationS}s` }];
  // A shortened run may leave nothing to measure after its warm-up, so the warm-up is shortened as well.
  if (Number(scenario.run.warmup) > durationS / 2)
    settings.push({ key: "warmup", text: `${durationS / 10}s` });
  const { scenario: next, problems } = applySettings(scenario, settings);
  const wrong = problems.find((problem) => problem.harmless !== true);
  if (wrong !== undefined) throw new Error(wrong.fault ?? wrong.message);
  return next;
}

/** A program that ended before the end of its run. */
interface Ended {
  readonly id: string;
  readonly atS: number;
  readonly line: number | null;
  readonly message: string;
}

/** Returns what is stored of a run: values of the link and of both senders, and whether their programs ended early. */
export function readMatch(run: RunResults, ended: readonly Ended[], { scenario, b }: Match): RunValues {
  const figureOf = (id: MetricId, place: string | null = null) =>
    rounded(measuredOf(run, { metric: METRICS[id], place }));
  const [goodputA, goodputB] = [
    figureOf("goodput", "flow1"),
    b === null ? null : figureOf("goodput", "flow2"),
  ];
  const both = goodputA !== null && goodputB !== null && goodputA + goodputB > 0;
  const flows = scenario.flows.map(({ cc }) => cc);
  return {
    goodputA,
    goodputB,
    share: both ? rounded((100 * goodputA) / (goodputA + goodputB)) : null,
    jain: both ? rounded(jainIndex([goodputA, goodputB])) : null,
    utilisation: figureOf("utilisation"),
    "delay-mean": figureOf("delay-mean"),
    "delay-p99": figureOf("delay-p99"),
    "drop-share": figureOf("drop-share"),
    "mark-share": figureOf("mark-share"),
    ...endedOf("A", ended.find(({ id }) => id === flows[0]) ?? null),
    ...(b !== null && endedOf("B", ended.find(({ id }) => id === flows[1]) ?? null)),
  };
}

function endedOf(side: "A" | "B", ended: Ended | null): RunValues {
  if (ended === null) return {};
  const { atS, line, message } = ended;
  return {
    [`ended${side}S`]: atS,
    [`ended${side}Text`]: `${line === null ? "" : `line ${line}: `}${message}`,
  };
}

// Before a league starts, each custom program runs once alone. A program that fails is excluded.

/** Returns these first runs of the custom programs. */
export function trialMatches(league: League): Match[] {
  const { entrants, paths } = league;
  const own = entrants.flatMap(({ code }, a) => (code === null ? [] : [a]));
  const first = { entrants, paths: paths.slice(0, 1), seeds: 1, durationS: league.durationS };
  return leagueMatches(first).filter(({ a, b }) => b === null && own.includes(a));
}

/** An entrant that was excluded. */
export interface ExcludedEntrant {
  readonly name: string;
  /** Reason as a sentence, with the line in the program if it is known. */
  readonly why: string;
}

interface Excluded {
  readonly league: League;
  readonly leftOut: readonly ExcludedEntrant[];
}

/**
 * Excludes entrants after their first runs: if their program did not start, their run had to be ended, or the program took too
 * long. `costly` has the code of programs that took too long, with the reason.
 */
export function leftOutBy(
  league: League,
  trials: readonly Match[],
  readings: Readings,
  failures: ReadonlyMap<string, string>,
  costly: ReadonlyMap<string, string> = new Map(),
): Excluded {
  const leftOut = new Map<number, string>();
  for (const { key, a } of trials) {
    const { endedAS, endedAText } = readings.get(key) ?? {};
    const failure = failures.get(key);
    const cost = costly.get(league.entrants[a].code ?? "");
    if (failure !== undefined) leftOut.set(a, failure);
    else if (cost !== undefined) leftOut.set(a, endedAText === undefined ? cost : String(endedAText));
    else if (endedAS === 0) leftOut.set(a, String(endedAText));
  }
  return without(league, leftOut);
}

/** Excludes the entrants whose programs took too long over all their runs. */
export function withoutCostly(league: League, costly: ReadonlyMap<string, string>): Excluded {
  const leftOut = new Map<number, string>();
  for (const [i, { code }] of league.entrants.entries()) {
    const why = costly.get(code ?? "");
    if (why !== undefined) leftOut.set(i, why);
  }
  return without(league, leftOut);
}

function without(league: League, leftOut: ReadonlyMap<number, string>): Excluded {
  return {
    league: { ...league, entrants: league.entrants.filter((_, i) => !leftOut.has(i)) },
    leftOut: [...leftOut].map(([i, why]) => ({ name: league.entrants[i].name, why })),
  };
}

/** Measures that a heat map can show. */
export const LEAGUE_MEASURES = [
  { id: "share", label: "Share of the row’s sender", short: "Share", unit: "%" },
  { id: "delay-p99", label: "Queue delay, 99th percentile", short: "p99 delay", unit: "ms" },
  { id: "utilisation", label: "Utilisation", short: "Utilisation", unit: "%" },
  { id: "jain", label: "Jain’s index of the two", short: "Jain’s index", unit: "" },
] as const;

/** Id of a measure for heat maps. */
export type LeagueMeasure = (typeof LEAGUE_MEASURES)[number]["id"];
type Field = LeagueMeasure | "delay-mean" | "drop-share" | "mark-share" | "goodputA" | "goodputB";

/** Results of a league's runs, with access by pair and path. */
export class LeagueRuns {
  readonly league: League;
  readonly readings: Readings;
  readonly matches: readonly Match[];
  readonly #byPair = new Map<string, Match[]>();

  constructor(league: League, matches: readonly Match[], readings: Readings) {
    this.league = league;
    this.matches = matches;
    this.readings = readings;
    for (const match of matches) {
      const { path, a, b } = match;
      for (const key of new Set([`${path} ${a} ${b}`, ...(b === null ? [] : [`${path} ${b} ${a}`])]))
        this.#byPair.set(key, [...(this.#byPair.get(key) ?? []), match]);
    }
  }

  /** Returns the runs of sender `a` with sender `b`; if `b` is null, the runs of `a` alone. */
  between(path: number, a: number, b: number | null): readonly Match[] {
    return this.#byPair.get(`${path} ${a} ${b}`) ?? [];
  }

  /** Returns a number of one run as seen by sender `a`. If `a` was second, shares and goodputs are swapped. */
  private valueOf(match: Match, a: number, field: Field): number | null {
    const reading = this.readings.get(match.key);
    if (match.a === a) return numberOf(reading, field);
    if (field === "share") {
      const share = numberOf(reading, field);
      return share === null ? null : 100 - share;
    }
    const turned: Partial<Record<Field, Field>> = { goodputA: "goodputB", goodputB: "goodputA" };
    return numberOf(reading, turned[field] ?? field);
  }

  values(path: number, a: number, b: number | null, field: Field): number[] {
    return this.between(path, a, b)
      .map((match) => this.valueOf(match, a, field))
      .filter((value) => value !== null);
  }

  /**
   * Returns the mean over the seeds. If `path` is null, returns the mean of the paths' means, so that each path has the same
   * weight.
   */
  cell(path: number | null, a: number, b: number | null, field: Field): number | null {
    if (path !== null) return mean(this.values(path, a, b, field));
    return this.overPaths((one) => this.cell(one, a, b, field));
  }

  overPaths(readValue: (path: number) => number | null): number | null {
    return mean(this.league.paths.map((_, path) => readValue(path)).filter((value) => value !== null));
  }

  /** Returns the mean of sender `a` over all its opponents. */
  meanOverOpponents(a: number, field: Field): number | null {
    const others = this.league.entrants.map((_, b) => b).filter((b) => b !== a);
    return this.overPaths((path) =>
      mean(others.map((b) => this.cell(path, a, b, field)).filter((value) => value !== null)),
    );
  }

  /** Returns the early ends of an entrant's program, in the order of the runs. */
  endsOf(a: number): { readonly key: string; readonly atS: number; readonly why: string }[] {
    return this.matches.flatMap(({ key, ...match }) => {
      const reading = this.readings.get(key);
      const sides = [match.a === a ? "A" : null, match.b === a && match.a !== a ? "B" : null];
      return sides.flatMap((side) => {
        const atS = side === null ? null : numberOf(reading, `ended${side}S`);
        return atS === null ? [] : [{ key, atS, why: String(reading?.[`ended${side}Text`]) }];
      });
    });
  }
}

/** A row of the table of senders. */
export interface LeagueStanding {
  /** Rank, from 1. Equal senders have the same rank. */
  readonly place: number;
  readonly entrant: number;
  readonly name: string;
  readonly isOwn: boolean;
  /** Number of senders with a lower rank. */
  readonly ahead: number;
  /** Means over all opponents: share (%); `jain` is Jain's index. */
  readonly share: number | null;
  readonly jain: number | null;
  /** Utilisation of the link when the sender is alone. */
  readonly utilisation: number | null;
  readonly delayP99Ms: number | null;
  readonly delayMeanMs: number | null;
  readonly dropPercent: number | null;
  readonly markPercent: number | null;
  /** Number of runs in which the sender's program ended early. */
  readonly ended: number;
}

/** Text for users on how the league ranks its senders. */
export const ORDER_RULE =
  "One sender is ahead of another where at least two of three columns are better: Jain’s index beside the others (higher), utilisation alone (higher), 99th percentile of the queue delay alone (lower). The order is by how many others a sender is ahead of; equal ones share a place. Each path counts the same. A program that comes to an end counts with what it had delivered until then.";

/** Returns the table of senders, best first. */
export function standingsOf(runs: LeagueRuns): LeagueStanding[] {
  const all = runs.league.entrants.map(({ name, code }, entrant) => ({
    entrant,
    name,
    isOwn: code !== null,
    share: rounded(runs.meanOverOpponents(entrant, "share")),
    jain: rounded(runs.meanOverOpponents(entrant, "jain")),
    utilisation: rounded(runs.cell(null, entrant, null, "utilisation")),
    delayP99Ms: rounded(runs.cell(null, entrant, null, "delay-p99")),
    delayMeanMs: rounded(runs.cell(null, entrant, null, "delay-mean")),
    dropPercent: rounded(runs.cell(null, entrant, null, "drop-share")),
    markPercent: rounded(runs.cell(null, entrant, null, "mark-share")),
    ended: runs.endsOf(entrant).length,
  }));
  type Row = (typeof all)[number];
  const better = (one: number | null, other: number | null, sign: 1 | -1) =>
    one !== null && (other === null || sign * (one - other) > 0);
  const isAhead = (one: Row, other: Row) => {
    const columns = [
      better(one.jain, other.jain, 1),
      better(one.utilisation, other.utilisation, 1),
      better(one.delayP99Ms, other.delayP99Ms, -1),
    ];
    return columns.filter(Boolean).length >= 2;
  };
  const counts = all.map((row) => ({
    ...row,
    ahead: all.filter((other) => other !== row && isAhead(row, other)).length,
  }));
  return counts
    .map((row) => ({ ...row, place: 1 + counts.filter(({ ahead }) => ahead > row.ahead).length }))
    .sort((a, b) => a.place - b.place || a.entrant - b.entrant);
}

/** Returns one sentence for each program that ended early. */
export function endsWords(runs: LeagueRuns): string[] {
  return runs.league.entrants.flatMap(({ name }, a) => {
    const [first, ...others] = runs.endsOf(a);
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and in ${counted(others.length, "more run")}`;
    return [`${name} stopped at ${rounded(first.atS, 4)} s of “${first.key}”${more}: ${first.why}`];
  });
}

/** Returns sentences that name identical programs with different names. */
export function sameTexts(entrants: readonly Entrant[]): string[] {
  const byCode = new Map<string, string[]>();
  for (const { name, code } of entrants)
    if (code !== null) byCode.set(code, [...(byCode.get(code) ?? []), name]);
  return [...byCode.values()]
    .filter((names) => names.length > 1)
    .map((names) => `The same text to the letter: ${names.join(", ")}.`);
}

/** Returns a heat map. Rows are senders, columns are their opponents. `path` is an index; null means the mean over all paths. */
export function leagueMap(runs: LeagueRuns, measure: LeagueMeasure, path: number | null): HeatMap {
  const { entrants, paths, seeds } = runs.league;
  const declared = LEAGUE_MEASURES.find(({ id }) => id === measure) ?? LEAGUE_MEASURES[0];
  const names = entrants.map(({ name }) => name);
  const columns = names.map((_, i) => i);
  // The first row of a map is at the bottom, that of a table at the top.
  const rows = columns.toReversed();
  const axis = (label: string): Axis => ({ label, unit: "", scale: "linear", names });
  const matchesAt = (a: number, b: number) =>
    (path === null ? paths.map((_, i) => i) : [path]).flatMap((one) => runs.between(one, a, b));
  const where = path === null ? `mean over ${counted(paths.length, "path")}` : paths[path].label;
  return {
    id: `league-${measure}${path === null ? "" : `-${paths[path].id}`}`,
    title: `${declared.label}: ${where}, ${counted(seeds, "seed")}`,
    x: axis("beside"),
    y: axis("sender"),
    xs: columns,
    ys: rows,
    label: declared.label,
    unit: declared.unit,
    values: rows.map((a) => columns.map((b) => rounded(runs.cell(path, a, b, measure)))),
    jobs: rows.map((a) =>
      columns.map((b) => matchesAt(a, b).find(({ key }) => runs.readings.has(key))?.key ?? null),
    ),
    covers: rows.map((a) =>
      columns.map((b) => {
        const all = matchesAt(a, b);
        const done = all.filter(({ key }) => runs.readings.has(key)).length;
        return done === all.length
          ? `mean of ${counted(done, "run")}`
          : `mean of ${done} of ${all.length} runs`;
      }),
    ),
  };
}

const PAIR_COLUMNS: readonly (readonly [head: string, field: Field])[] = [
  ["share_percent", "share"],
  ["goodput_mbps", "goodputA"],
  ["other_goodput_mbps", "goodputB"],
  ["jain", "jain"],
  ["utilisation_percent", "utilisation"],
  ["delay_mean_ms", "delay-mean"],
  ["delay_p99_ms", "delay-p99"],
  ["lost_percent", "drop-share"],
  ["marked_percent", "mark-share"],
];

/**
 * Returns a table for files: one row for each path, sender and opponent, with means over the seeds. The opponent is empty if the
 * sender was alone.
 */
export function pairTable(runs: LeagueRuns): { readonly head: readonly string[]; readonly rows: Cell[][] } {
  const { entrants, paths } = runs.league;
  const others = [null, ...entrants.map((_, b) => b)];
  return {
    head: ["path", "sender", "kind", "beside", "runs", ...PAIR_COLUMNS.map(([head]) => head), "ended_runs"],
    rows: paths.flatMap(({ id }, path) =>
      entrants.flatMap(({ name, code }, a) => {
        const ends = new Set(runs.endsOf(a).map(({ key }) => key));
        return others.map((b): Cell[] => {
          const known = runs.between(path, a, b).filter(({ key }) => runs.readings.has(key));
          return [
            id,
            name,
            code === null ? "built-in" : "own",
            b === null ? "" : entrants[b].name,
            known.length,
            ...PAIR_COLUMNS.map(([, field]) => rounded(runs.cell(path, a, b, field))),
            known.filter(({ key }) => ends.has(key)).length,
          ];
        });
      }),
    ),
  };
}

/** Returns all results as JSON. The names of its fields must not change. */
export function leagueJson(
  runs: LeagueRuns,
  leftOut: readonly ExcludedEntrant[],
  failures: ReadonlyMap<string, string>,
) {
  const { entrants, paths, seeds } = runs.league;
  const { head, rows } = pairTable(runs);
  return {
    rule: ORDER_RULE,
    seeds,
    paths: paths.map(({ id, label, why, scenario }) => ({
      id,
      label,
      why,
      url: `#${scenarioToUrl(scenario)}`,
    })),
    entrants: entrants.map(({ name, cc, code }) => ({ name, kind: code === null ? "built-in" : "own", cc })),
    leftOut,
    standings: standingsOf(runs).map(({ entrant: _, ...row }) => row),
    pairs: rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]]))),
    ended: entrants.flatMap(({ name }, a) => runs.endsOf(a).map((end) => ({ name, ...end }))),
    failed: [...failures].map(([key, message]) => ({ run: key, message })),
    sameTexts: sameTexts(entrants),
  };
}
