/** `league`: lets the programs of a folder or a list compete with each other and with built-in senders. */
import { shown } from "../engine/index.ts";
import { figuresCsv } from "../experiments/figure-series.ts";
import { type RunRecord, type RunRecords, readingsOf, sumOfRuns } from "../experiments/stored-outcome.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { counted } from "../lib/counted.ts";
import type { Cell } from "../lib/csv.ts";
import { textOfFile } from "../lib/file-text.ts";
import { oneLine, visibleText } from "../lib/visible-text.ts";
import { wrapped } from "../lib/wrapped-text.ts";
import { studentsOfPaths } from "../teaching/answer/hand-in-files.ts";
import {
  type HandedInProgram,
  leagueNotes,
  MOST_PROGRAM_BYTES,
  programsOfList,
  readEntrants,
  tooLargeWords,
} from "../teaching/league/entrants.ts";
import {
  builtInEntrant,
  type Entrant,
  type ExcludedEntrant,
  endsWords,
  hasTooManyEntrants,
  LEAGUE_MEASURES,
  type League,
  type LeaguePath,
  LeagueRuns,
  leagueJson,
  leagueMap,
  leagueMatches,
  leaguePaths,
  leagueWords,
  leftOutBy,
  type Match,
  ORDER_RULE,
  pairTable,
  readPathList,
  runsOf,
  standingsOf,
  trialMatches,
  USUAL_OPPONENTS,
  USUAL_SEEDS,
  withNames,
  withoutCostly,
} from "../teaching/league/league.ts";
import { RunLimits } from "../workers/pool.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import {
  type Arguments,
  type Command,
  EXIT,
  type Output,
  orUsageError,
  systemErrorText,
  UsageError,
} from "./command.ts";
import { compute } from "./experiments/compute.ts";
import { sweepFile } from "./experiments/outcome-files.ts";
import { leagueWork, outputOption, readWorkers, WHOLE, WORKERS } from "./experiments/work.ts";
import { inOrder, LeagueLimits } from "./league-limits.ts";
import { type FileWithin, filesWithin, isFolder, readBytes, readText, writeWhole } from "./named-files.ts";
import { madeBy, programName } from "./project.ts";
import { textTable } from "./text-tables.ts";

const USUAL_TIMEOUT_S = 60;
const MOST_TIMEOUT_S = 3600;
const HELP_WIDTH = 110;

/** Returns the command. `start` starts a worker for the runs. */
export function leagueOf(start: StartWorker): Command {
  return {
    name: "league",
    summary: "Run the senders in a folder against each other and against built-in senders.",
    operands: "DIR|LIST.csv",
    groups: [
      {
        title: "League",
        options: [
          {
            name: "against",
            value: "NAME,…",
            help: `Built-in senders that take part (default: ${USUAL_OPPONENTS.join(",")}); none for no built-in sender.`,
          },
          {
            name: "paths",
            value: "NAME,…|FILE",
            help: 'Paths from the list below (default: all), or a file with one custom path per line, as "name = link".',
          },
          {
            name: "seeds",
            value: "NUMBER",
            help: `Number of seeds (default: ${USUAL_SEEDS}). For each seed and path, every pair runs twice; each sender starts first once.`,
          },
          { name: "duration", value: "TIME", help: "Duration of every run (default: the path's duration)." },
          {
            name: "timeout",
            value: "TIME",
            help: `Maximum real time of one run (default: ${USUAL_TIMEOUT_S}s). A run that takes longer is stopped.`,
          },
          outputOption(
            "FILE",
            "Write the results of all pairs to FILE (.csv or .json), besides printing the table.",
          ),
          { name: "json", value: null, help: "Print one JSON object instead of the table." },
          WORKERS,
        ],
      },
    ],
    notes: [
      "DIR contains the students' programs (.js), in the folder itself or in subfolders. LIST.csv is a list of hand-ins as for",
      "the command check: names, and links or codes that contain a program. Of each student one sender takes part: the newest",
      "in a list, the last one in the folder that a learning platform has made.",
      "",
      "Paths:",
      ...leaguePaths().flatMap(({ id, why }) =>
        wrapped(why, HELP_WIDTH - 12).map((line, i) => `  ${(i === 0 ? id : "").padEnd(10)}${line}`),
      ),
      "",
      ...wrapped(`Order: ${ORDER_RULE}`, HELP_WIDTH),
      "",
      "With -o, finished runs are saved in FILE.partial. After Ctrl-C, run the same command again to continue.",
      "Exit status: 0 if all programs ran to the end, 1 if a program was left out, stopped with an error or took too long,",
      "2 on a usage error.",
    ],
    run: (args, output) => runLeague(args, output, start),
  };
}

async function runLeague(args: Arguments, output: Output, start: StartWorker): Promise<number> {
  const file = sweepFile(args);
  const timeoutS = readSeconds("timeout", args, USUAL_TIMEOUT_S, MOST_TIMEOUT_S);
  const workers = readWorkers(args);
  const handedIn = handedInBy(args);
  const paths = readPaths(args);
  const read = readEntrants(handedIn, paths);
  const asked: League = {
    entrants: withNames([...read.entrants, ...readOpponents(args)]),
    paths,
    seeds: readSeeds(args),
    durationS: args.has("duration") ? readSeconds("duration", args, 0, 3600) : null,
  };
  // Reports errors in the request before any run starts.
  try {
    orUsageError("league", () => runsOf(asked) > 0 && leagueMatches(asked));
  } catch (error) {
    const most = hasTooManyEntrants(asked) ? mostFromOne(handedIn) : null;
    throw error instanceof UsageError && most !== null ? new UsageError(...error.lines, most) : error;
  }
  const failures = new Map<string, string>();
  const runAll = async ({ entrants }: League, matches: readonly Match[], kept: string | null) => {
    let records: RunRecords = new Map<string, RunRecord>();
    const ordered = inOrder(matches, entrants);
    const byKey = new Map(ordered.map((match) => [match.key, match]));
    const judged = new LeagueLimits(entrants, ordered);
    const limits = new RunLimits(timeoutS * 1000);
    const status = await compute([leagueWork(ordered)], {
      start,
      shard: WHOLE,
      workers,
      output,
      keptIn: () => kept,
      complete: (_, all) => {
        records = all;
      },
      limitOf: ({ scenario }) => limits.ofTime(scenario),
      watch: {
        isNeeded: ({ key }) => judged.isNeeded(byKey.get(key)!),
        ended: ({ key }, outcome) => judged.add(byKey.get(key)!, outcome),
      },
      failed: ({ key }, { message }) => void failures.set(key, message),
    });
    return { status, records, out: judged.out };
  };
  // If no program could be read, nothing is run, and only the reasons are reported.
  const trials = asked.entrants.length === 0 ? [] : trialMatches(asked);
  const trial = trials.length === 0 ? null : await runAll(asked, trials, null);
  if (trial !== null && trial.status !== EXIT.done) return trial.status;
  const readings = readingsOf(trial?.records ?? new Map<string, RunRecord>());
  const tried = leftOutBy(asked, trials, readings, failures, trial?.out);
  const leftOut = [...read.leftOut];
  const leaveOut = (more: readonly ExcludedEntrant[], left: League) => {
    leftOut.push(...more);
    for (const { name, why } of more) output.note(`Left out: ${name}: ${oneLine(why)}`);
    if (left.entrants.length === 0)
      throw new UsageError("No sender is left in this league: all were left out (see above).");
  };
  for (const { name, why } of read.leftOut) output.note(`Left out: ${name}: ${oneLine(why)}`);
  leaveOut(tried.leftOut, tried.league);
  failures.clear();
  const played = leagueMatches(tried.league);
  const { status, records, out } = await runAll(
    tried.league,
    played,
    file === null ? null : `${file}.partial`,
  );
  if (status !== EXIT.done) return status;
  const { league, leftOut: tooCostly } = withoutCostly(tried.league, out);
  leaveOut(tooCostly, league);
  const matches = leagueMatches(league);
  const runs = new LeagueRuns(league, matches, readingsOf(records));
  // Failures are listed in the order of the runs, not in the order in which workers report them.
  const failed = new Map(matches.flatMap(({ key }) => pairOf(key, failures.get(key))));
  show({ runs, leftOut, failed, records }, file, args, output);
  const ended = endsWords(runs);
  return leftOut.length + failed.size + ended.length === 0 ? EXIT.done : EXIT.failed;
}

/** Returns a sentence that names the folder or the student with most programs; null if none has more than one. */
function mostFromOne(handedIn: readonly HandedInProgram[]): string | null {
  const counts = new Map<string, number>();
  for (const { name } of handedIn) {
    const from = name.replace(/\/[^/]*$/, "");
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const [from, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return count > 1 ? `${count} of the programs are from "${visibleText(from)}".` : null;
}

function pairOf(key: string, message: string | undefined): [string, string][] {
  return message === undefined ? [] : [[key, message]];
}

interface Played {
  readonly runs: LeagueRuns;
  readonly leftOut: readonly ExcludedEntrant[];
  readonly failed: ReadonlyMap<string, string>;
  readonly records: RunRecords;
}

function show(played: Played, file: string | null, args: Arguments, output: Output): void {
  const { runs, failed } = played;
  const table = () => output.out(terminalText(runs));
  if (args.has("json")) output.json(jsonOf(played));
  else table();
  for (const line of leagueNotes(runs)) output.note(line);
  const [first] = failed;
  if (first !== undefined)
    output.note(`${failed.size} of ${runs.matches.length} runs failed. The first, ${first[0]}: ${first[1]}`);
  if (file === null) return;
  const text = /\.csv$/i.test(file) ? csvOf(played) : canonicalJson(jsonOf(played));
  writeWhole(file, text);
}

function sumOf({ runs, records }: Played) {
  const done = runs.matches.filter(({ key }) => records.has(key));
  return sumOfRuns(done, records);
}

function csvOf(played: Played): string {
  const { runs, leftOut } = played;
  const { digest, jobs } = sumOf(played);
  const { head, rows } = pairTable(runs);
  const stamp = [
    programName(),
    leagueWords(runs.league),
    `digest ${digest} of ${jobs} runs`,
    ...runs.league.paths.map(({ id, why }) => `Path ${id}: ${why}`),
    ...leftOut.map(({ name, why }) => `Left out: ${name}: ${why}`),
    ...leagueNotes(runs),
  ];
  return figuresCsv(stamp, [head, ...rows]);
}

function jsonOf(played: Played) {
  const { runs, leftOut, failed } = played;
  return { schema: 1, ...madeBy(), ...sumOf(played), ...leagueJson(runs, leftOut, failed) };
}

/** Maximum length of a name in tables. Longer names would make lines longer than 100 characters. */
const NAME_SHOWN = 22;
/** Maximum number of columns that fit on a line. */
const MOST_IN_MATRIX = 12;

function terminalText(runs: LeagueRuns): string {
  const standings = standingsOf(runs);
  const short = (name: string) => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN - 1)}…` : name);
  const digits = (value: number | null) => cellText(value, 3);
  const rows = standings.map((row) => [
    short(row.name),
    String(row.place),
    String(row.ahead),
    digits(row.share),
    digits(row.jain),
    digits(row.utilisation),
    digits(row.delayP99Ms),
    digits(row.delayMeanMs),
    digits(row.dropPercent),
    digits(row.markPercent),
    String(row.ended),
  ]);
  const head = [
    "sender",
    "#",
    "ahead",
    "share %",
    "Jain",
    "used %",
    "p99 ms",
    "mean ms",
    "lost %",
    "mark %",
    "ended",
  ];
  const { entrants, paths, seeds } = runs.league;
  const matrices =
    entrants.length > MOST_IN_MATRIX
      ? ["Too many senders for a table of pairs; -o FILE writes all pairs."]
      : LEAGUE_MEASURES.flatMap(({ id, label, unit }) => {
          const map = leagueMap(runs, id, null);
          const values = map.values.toReversed();
          const lines = entrants.map(({ name }, a) => [
            `${a + 1} ${short(name)}`,
            ...values[a].map((value) => digits(value)),
          ]);
          const title = `${label}${unit === "" ? "" : ` (${unit})`}: sender of the row against sender of the column`;
          return ["", title, textTable([["", ...entrants.map((_, b) => String(b + 1))], ...lines])];
        });
  return [
    `${counted(entrants.length, "sender")}, ${paths.map(({ id }) => id).join(", ")}; ${counted(seeds, "seed")}.`,
    "Share and Jain: mean against the other senders. Used, delay, lost and mark: alone on the path.",
    "",
    textTable([head, ...rows]),
    ...matrices,
  ].join("\n");
}

function cellText(cell: Cell, digits: number): string {
  if (cell === null) return "–";
  return typeof cell === "number" ? String(Number(cell.toPrecision(digits))) : cell;
}

function readSeeds(args: Arguments): number {
  const text = args.text("seeds");
  if (text === null) return USUAL_SEEDS;
  const seeds = Number(text);
  if (Number.isInteger(seeds) && seeds >= 1 && seeds <= 100) return seeds;
  throw new UsageError(`--seeds must be a whole number from 1 to 100, got ${text}`);
}

function readSeconds(name: string, args: Arguments, usual: number, most: number): number {
  const text = args.text(name);
  if (text === null) return usual;
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|min)?$/.exec(text.trim()) ?? [];
  const seconds = Number(number) * ({ ms: 1e-3, min: 60 }[unit ?? "s"] ?? 1);
  if (number !== undefined && seconds >= 1 && seconds <= most) return seconds;
  throw new UsageError(`--${name} must be a time from 1s to ${most}s, got ${text}`);
}

function readOpponents(args: Arguments): Entrant[] {
  const text = args.text("against");
  if (text?.trim() === "none") return [];
  const names = text === null ? USUAL_OPPONENTS : text.split(",").map((name) => name.trim());
  return [...new Set(names)].map((name) => orUsageError("--against", () => builtInEntrant(name)));
}

function readPaths(args: Arguments): readonly LeaguePath[] {
  const text = args.text("paths");
  const all = leaguePaths();
  if (text === null) return all;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some(({ id }) => id === name));
  if (unknown === undefined) return all.filter(({ id }) => names.includes(id));
  const isFile = names.length === 1 && /[./\\]|^-$/.test(text);
  if (isFile) {
    const what = `--paths ${text}`;
    const list = readText(text, what);
    return orUsageError(what, () => readPathList(list));
  }
  throw new UsageError(
    `--paths: unknown path "${shown(unknown)}". Use ${all.map(({ id }) => id).join(", ")}, or the name of a file`,
  );
}

function handedInBy(args: Arguments): HandedInProgram[] {
  const [place, ...more] = args.operands;
  if (place === undefined)
    throw new UsageError("The folder with the programs is missing. Usage: league DIR or league LIST.csv");
  if (more.length > 0)
    throw new UsageError(`league expects one folder or list, got ${args.operands.length}.`);
  const isOfFolder = isFolder(place);
  const handedIn = isOfFolder ? programsIn(place) : listAt(place);
  if (handedIn.length === 0)
    throw new UsageError(
      isOfFolder ? `${place} contains no program (.js).` : `${place} contains no hand-in.`,
    );
  return handedIn;
}

/**
 * Returns the programs in a folder of submissions as learning platforms pack it. If a student's folder has one program, the
 * program gets the name of the folder. The files of a student are in the order of the numbers in their names.
 */
function programsIn(folder: string): HandedInProgram[] {
  const files = filesWithin(folder, PROGRAM_FILE);
  const inFolder = new Map<string, number>();
  for (const file of files) inFolder.set(file.folder, (inFolder.get(file.folder) ?? 0) + 1);
  const students = studentsOfPaths(files.map((file) => `${file.folder}/${file.name}`));
  const named = files.map((file, i): HandedInProgram => {
    const own = file.name.replace(PROGRAM_FILE, "");
    const alone = inFolder.get(file.folder) === 1;
    const name = file.folder === "" ? own : alone ? file.folder : `${file.folder}/${own}`;
    return { name, code: programAt(file), student: students[i] };
  });
  const { compare } = new Intl.Collator("en", { numeric: true });
  return students.every((one) => one === null) ? named : named.sort((a, b) => compare(a.name, b.name));
}

const PROGRAM_FILE = /\.js$/i;

function programAt({ path, bytes, fault }: FileWithin): string | Error {
  if (fault !== null) return new Error(`${fault}.`);
  if (bytes > MOST_PROGRAM_BYTES) return new Error(tooLargeWords(bytes));
  try {
    return textOfFile(readBytes(path));
  } catch (error) {
    const why = systemErrorText(error);
    if (why !== null) return new Error(`${why}.`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

function listAt(file: string): HandedInProgram[] {
  const text = readText(file);
  return orUsageError(file, () => programsOfList(text));
}
