/** What the league's tab keeps while the page is open: who takes part, on which paths, and the runs of the league that was started. */
import { congestionControls, scenarioToUrl } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import type { Job, Outcome } from "../../experiments/experiment.ts";
import { costOf } from "../../experiments/grid.ts";
import {
  builtInEntrant,
  type Entrant,
  type League,
  type LeaguePath,
  LeagueRuns,
  type LeftOut,
  leagueMatches,
  leaguePaths,
  leftOutBy,
  type Match,
  ownPath,
  readMatch,
  runsOf,
  trialMatches,
  USUAL_OPPONENTS,
  USUAL_SEEDS,
  withNames,
} from "../../experiments/league.ts";
import {
  type HandedInProgram,
  MOST_PROGRAM_BYTES,
  type OwnEntrant,
  programsOfList,
  readEntrants,
  tooLargeWords,
} from "../../teaching/entrants.ts";
import { textOfFile } from "../../teaching/files.ts";
import { packText } from "../../teaching/packed-text.ts";
import { readPrograms } from "../../teaching/programs.ts";
import { startBrowserWorker } from "../../workers/browser-worker.ts";
import { Pool, RunLimit } from "../../workers/pool.ts";
import { type BatchWork, RunBatch, type WorkerPool } from "../shared/runs/run-batch.ts";
import type { Bench } from "../state/bench.ts";
import { createStore, type Store } from "../state/store.ts";
import { perBench } from "../state/use-store.ts";

export interface LeagueDraft {
  readonly own: readonly OwnEntrant[];
  readonly builtIn: readonly string[];
  /** Ids; the bench's path among them is `BENCH_PATH`. */
  readonly paths: readonly string[];
  readonly seeds: number;
}

export interface LeagueState {
  readonly draft: LeagueDraft;
  /** Of the files that were opened last: what could not be taken, and why. */
  readonly refused: readonly LeftOut[];
  /** "trial": each program alone, once. */
  readonly phase: "idle" | "trial" | "league";
  /** The league that is under way, or the last one. */
  readonly shown: ShownLeague | null;
}

export interface ShownLeague {
  readonly league: League;
  readonly matches: readonly Match[];
  readonly leftOut: readonly LeftOut[];
}

/** The path that the bench has now, beside the stated ones. */
export const BENCH_PATH = "bench";

/** By the clock: a longer run is ended with its worker. */
export const LONGEST_RUN_S = 60;

const NOTHING: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** All cores. The runs of the same programs share a limit: where one of them had to be ended, the others are not begun. */
class LeaguePool implements WorkerPool {
  readonly size = Math.max(1, navigator.hardwareConcurrency || 2);
  #pool: Pool | null = null;
  readonly #limits = new Map<string, RunLimit>();

  forgive(): void {
    this.#limits.clear();
  }

  async run({ scenario }: Job, want: Parameters<WorkerPool["run"]>[1], signal: AbortSignal) {
    this.#pool ??= new Pool({ start: startBrowserWorker, size: this.size });
    const key = scenarioToUrl(scenario);
    const limit = this.#limitOf((scenario.programs ?? []).join("\0"));
    const { outcomes } = await this.#pool.run([{ key, scenario, limit }], want, {}, signal);
    return outcomes.get(key) ?? null;
  }

  #limitOf(programs: string): RunLimit | undefined {
    if (programs === "") return undefined;
    const limit = this.#limits.get(programs) ?? new RunLimit(LONGEST_RUN_S * 1000);
    this.#limits.set(programs, limit);
    return limit;
  }
}

export class LeagueStore {
  readonly store: Store<LeagueState>;
  readonly runs: RunBatch;
  readonly #bench: Bench;
  readonly #pool: WorkerPool & { forgive(): void };

  constructor(bench: Bench, pool: WorkerPool & { forgive(): void }) {
    readPrograms();
    this.#bench = bench;
    this.#pool = pool;
    this.runs = new RunBatch(pool);
    this.store = createStore<LeagueState>({
      draft: {
        own: [],
        builtIn: USUAL_OPPONENTS,
        paths: leaguePaths().map(({ id }) => id),
        seeds: USUAL_SEEDS,
      },
      refused: [],
      phase: "idle",
      shown: null,
    });
    this.runs.store.subscribe(() => this.#follow());
  }

  write(change: Partial<LeagueDraft>): void {
    this.store.set(({ draft }) => ({ draft: { ...draft, ...change } }));
  }

  /** Programs, one a file, or lists of hand-ins. They are read, and nothing of them runs. */
  async takeFiles(files: readonly File[]): Promise<void> {
    const found = await Promise.all(files.map(programsOf));
    this.#take(found.flat());
  }

  /** Senders of one's own that the bench has now. */
  takeFromBench(): void {
    const { programs = [] } = this.#bench.store.get().scenario;
    const { entrants } = readEntrants(programs.map((code) => ({ name: "bench", code })));
    this.#take(entrants.map(({ title, code }) => ({ name: title, code })));
  }

  remove(place: number): void {
    this.store.set(({ draft }) => ({ draft: { ...draft, own: draft.own.filter((_, i) => i !== place) } }));
  }

  removeAll(): void {
    this.store.set({ refused: [] });
    this.write({ own: [] });
  }

  #take(handedIn: readonly HandedInProgram[]): void {
    const { entrants, leftOut } = readEntrants(handedIn);
    this.store.set(({ draft }) => {
      // The same file once more is the file that is meant now.
      const isNew = ({ name }: OwnEntrant) => !entrants.some((one) => one.name === name);
      return { refused: leftOut, draft: { ...draft, own: [...draft.own.filter(isNew), ...entrants] } };
    });
  }

  /** Of what is written; a sentence where it cannot be started. */
  meant(): League | string {
    const { own, builtIn, paths, seeds } = this.store.get().draft;
    try {
      const entrants: Entrant[] = [...own, ...builtIn.map(builtInEntrant)];
      if (entrants.length === 0) return "Nobody takes part yet: open programs or tick a built-in sender.";
      const known = this.paths().filter(({ id }) => paths.includes(id));
      if (known.length === 0) return "No path is ticked.";
      return { entrants: withNames(entrants), paths: known, seeds, durationS: null };
    } catch (error) {
      return sentenceOf(error);
    }
  }

  /** The stated ones, and the bench's where it can be one. */
  paths(): readonly LeaguePath[] {
    const { scenario } = this.#bench.store.get();
    try {
      return [...leaguePaths(), ownPath(BENCH_PATH, scenario, "The bench’s path")];
    } catch {
      return leaguePaths();
    }
  }

  /** Pressing Start is the agreement that the programs may run. */
  start(): string | null {
    const league = this.meant();
    if (typeof league === "string") return league;
    try {
      const matches = leagueMatches(league);
      const trials = trialMatches(league);
      for (const code of league.paths
        .flatMap(({ scenario: { programs = [] } }) => programs)
        .concat(codesOf(league)))
        this.#bench.agreed.add(packText(code));
      this.#pool.forgive();
      this.store.set({ phase: "trial", shown: { league, matches, leftOut: [] } });
      if (trials.length === 0) this.#begin(league, matches, []);
      else this.runs.start(workOf(trials));
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  cancel(): void {
    this.runs.cancel();
    this.store.set(({ phase, shown }) => ({ phase: "idle", shown: phase === "trial" ? null : shown }));
  }

  /**
   * What is known so far; null before the trial is over. Readings come one by one: `outcome` is another one whenever it is time
   * to show them.
   */
  known(shown: ShownLeague | null, phase: LeagueState["phase"], outcome: Outcome | null): LeagueRuns | null {
    if (shown === null || phase === "trial" || outcome === null) return null;
    return new LeagueRuns(shown.league, shown.matches, this.runs.readings);
  }

  #begin(league: League, matches: readonly Match[], leftOut: readonly LeftOut[]): void {
    this.store.set({ phase: "league", shown: { league, matches, leftOut } });
    if (league.entrants.length > 0) this.runs.start(workOf(matches));
    else this.store.set({ phase: "idle" });
  }

  #follow(): void {
    const { phase, shown } = this.store.get();
    const { status, failures } = this.runs.store.get();
    if (status !== "done" || shown === null || phase === "idle") return;
    if (phase === "league") {
      this.store.set({ phase: "idle" });
      return;
    }
    const failed = new Map(failures.map(({ key, message }) => [key, message]));
    const { league, leftOut } = leftOutBy(
      shown.league,
      trialMatches(shown.league),
      this.runs.readings,
      failed,
    );
    this.#begin(league, leagueMatches(league.entrants.length > 0 ? league : shown.league), leftOut);
  }
}

function workOf(matches: readonly Match[]): BatchWork {
  const byKey = new Map(matches.map((match) => [match.key, match]));
  return {
    jobs: () => matches,
    want: "results",
    read: ({ results, ended }, { key }) => {
      const match = byKey.get(key);
      if (match === undefined) throw new Error(`${key} is no run of this league`);
      return readMatch(results, ended, match);
    },
    // A new one each time: who shows it looks at the readings themselves.
    reduce: () => ({ ...NOTHING }),
    cost: ({ scenario }) => costOf(scenario),
  };
}

function codesOf({ entrants }: League): string[] {
  return entrants.flatMap(({ code }) => code ?? []);
}

/** A folder has no text, and a file that is too large is not read. */
async function programsOf(file: File): Promise<readonly HandedInProgram[]> {
  const isList = /\.(?:csv|tsv|txt)$/i.test(file.name);
  const name = file.name.replace(/\.[a-z]{2,4}$/i, "");
  try {
    if (!isList && file.size > MOST_PROGRAM_BYTES) throw new Error(tooLargeWords(file.size));
    const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
    return isList ? programsOfList(text) : [{ name, code: text }];
  } catch (error) {
    return [{ name: file.name, code: error instanceof Error ? error : new Error(String(error)) }];
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** "Start: 126 runs". */
export function runsWordsOf(league: League): string {
  return counted(runsOf(league), "run");
}

export const BUILT_IN = congestionControls.map(({ id, label, summary }) => ({ id, label, summary }));

export const leagueStoreOf = perBench((bench) => new LeagueStore(bench, new LeaguePool()));
