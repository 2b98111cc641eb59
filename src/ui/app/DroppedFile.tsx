/**
 * Handles files, URLs and text that are dropped on the page. DroppedKind kinds are opened, after a confirmation if work
 * would be lost. Others are refused with a message.
 */

import { readProgram, withProgram } from "../../engine/custom-programs.ts";
import {
  defaultScenario,
  type Place,
  resolvePath,
  scenarioToUrl,
  setAqm,
  setCc,
  setParam,
  validateScenario,
  version1Words,
} from "../../engine/index.ts";
import { readTraceFile } from "../../engine/recordings.ts";
import { textOfFile } from "../../lib/file-text.ts";
import { packedWords } from "../../lib/packed-file.ts";
import { packText } from "../../lib/packed-text.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { MOST_MEASURED_BYTES_ON_PAGE } from "../../measured/measurement.ts";
import { readMeasurement, wholeReading } from "../../measured/read-measurement.ts";
import { findHandIn } from "../../teaching/answer/found-hand-in.ts";
import {
  filesOfZip,
  type HandInFile,
  isOfficeFile,
  isZip,
  listOfFiles,
  MOST_FILES,
} from "../../teaching/answer/hand-in-files.ts";
import type { DocumentProblem } from "../../teaching/document/document.ts";
import { PROGRAM_READER } from "../../teaching/document/file-programs.ts";
import { readTask } from "../../teaching/task/task.ts";
import type { DroppedKind, NamedFile } from "../bench/feature.ts";
import type { Bench } from "../core/bench.ts";
import { declares } from "../core/live-changes.ts";
import { BENCH, screenOf } from "../core/page-options.ts";
import { refusalToOpen } from "../core/permission.ts";
import { fragmentToState } from "../core/read-fragment.ts";
import { type AppState, createStore } from "../core/store.ts";
import { perBench, useBench } from "../core/use-store.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { readLessonFile, readTalkFile } from "../parts/guide/guide-documents.ts";
import { readHandInFiles } from "../parts/guide/hand-in-input.ts";
import { KNOWN_NAMES } from "../parts/pieces.ts";
import { bookToFragment, readBookFile } from "../parts/runs/notebook.ts";
import { Button } from "../shared/Button.tsx";
import { type Drop, filesInFolder } from "../shared/drops.ts";
import { fetched } from "../shared/lazy.tsx";
import { ProblemList } from "../shared/ProblemList.tsx";
import { plainJson } from "../shared/plain-json.ts";
import { megabytes } from "../shared/site-file.ts";
import { FEATURES, PAGE } from "./features.ts";

/** Size limit of a dropped file in bytes, set for the largest kind: lists of hand-ins of a large course. */
const MOST_BYTES = 5_000_000;

const ACCEPTED = `One file, of at most ${megabytes(MOST_BYTES)}: a lesson, a task or a talk (.md), a scenario or what “run --json” printed (.json), a notebook (.txt), a custom sender or queue (.js), a list of hand-ins (.csv, .txt), or a folder, a zip or several files of them. A measurement to compare with the run, of at most ${megabytes(MOST_MEASURED_BYTES_ON_PAGE)}: ss -ti, iperf3 -J, TCP_INFO, tcp_probe, a capture (.pcap, .pcapng), or a CSV of Sawtooth; or the folder that a script for Linux has written. A recorded capacity of a link: Mahimahi's trace, or a table of time and rate. Or a link to Sawtooth.`;

interface Refused {
  readonly why: string;
  readonly problems: readonly DocumentProblem[];
}

type Dropped = DroppedKind | Refused;

export const droppedOf = perBench(() => createStore<{ readonly shown: Dropped | null }>({ shown: null }));

export function DroppedFile() {
  const bench = useBench();
  const { shown } = droppedOf(bench).get();
  const leave = () => bench.showDialog(null);
  if (shown === null) return null;
  if ("why" in shown)
    return (
      <Dialog name="dropped" title="This cannot be opened">
        <div role="alert">
          <p>{shown.why}</p>
          <ProblemList problems={shown.problems} />
        </div>
        <h3>What is accepted</h3>
        <p>{ACCEPTED}</p>
        <p className="share__acts">
          <Button onClick={leave}>Go on</Button>
        </p>
      </Dialog>
    );
  return (
    <Dialog name="dropped" title="Open it?">
      <p>{`${shown.what} replaces the current scenario. You cannot undo this.`}</p>
      <p className="share__acts">
        <Button
          look="main"
          onClick={() => {
            leave();
            shown.open(bench);
          }}
        >
          Open
        </Button>
        <Button onClick={leave}>Stay here</Button>
      </p>
    </Dialog>
  );
}

export async function takeDrop(bench: Bench, drop: Drop): Promise<void> {
  const dropped = await readDrop(bench, drop);
  const state = bench.store.get();
  const shown = "why" in dropped ? dropped : permitted(state, dropped);
  const hasWork = state.past.length > 0 || state.future.length > 0 || state.guide !== null;
  if ("why" in shown || (shown.sets === "bench" && hasWork)) {
    droppedOf(bench).set({ shown });
    bench.showDialog("dropped");
  } else await shown.open(bench);
}

/**
 * Refuses a drop that would replace the run if the user may not change the run. An embedded page keeps the run of its
 * URL.
 */
function permitted(state: AppState, known: DroppedKind): Dropped {
  const isBound = known.sets === "run" || (known.sets === "bench" && state.frame.embed);
  const refusal = isBound ? refusalToOpen(state) : null;
  return refusal === null ? known : refused(refusal);
}

function refused(why: string, problems: readonly DocumentProblem[] = []): Refused {
  return { why, problems };
}

async function readDrop(bench: Bench, { files, folders, entries = [], text: given }: Drop): Promise<Dropped> {
  const inFolders = await Promise.all(entries.map((entry) => filesInFolder(entry, MOST_FILES + 1)));
  const all = folders > 0 ? inFolders.flat() : files.map((file) => ({ path: file.name, file }));
  if (all.length > 0) {
    try {
      for (const { readFiles } of FEATURES) {
        const found = await readFiles?.(bench, all);
        if (found) return found;
      }
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  }
  if (folders > 0) return readFolders(all);
  if (files.length > 1) {
    try {
      const handIns = await readHandInFiles(all);
      return handInFiles(`These are ${files.length} files, and none`, handIns);
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  }
  if (files.length === 0) return readDropped("The text", given.slice(0, MOST_BYTES));
  const [file] = files;
  const name = `“${visibleText(file.name)}”`;
  if (file.size > MOST_BYTES) return refused(`${name} has ${megabytes(file.size)}.`);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return refused(`${name} cannot be read: it is a folder, or it no longer exists.`);
  }
  try {
    const inside = isZip(bytes) ? filesInZip(bytes) : null;
    if (inside !== null) return handInFiles(`${name} is a zip, and no file in it`, inside);
  } catch (error) {
    return refused(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const packed = packedWords(bytes);
  if (packed !== null) return refused(`${name} ${packed}`);
  let text: string;
  try {
    text = textOfFile(bytes);
  } catch {
    return refused(`${name} is not a text file.`);
  }
  return readDropped(name, text);
}

/** Returns the files in a zip archive; null if it is a workbook. Throws an error with a message for the user. */
function filesInZip(bytes: Uint8Array): HandInFile[] | null {
  const files = filesOfZip(bytes);
  return isOfficeFile(files) ? null : files;
}

async function readFolders(found: readonly NamedFile[]): Promise<Dropped> {
  if (found.length === 0) return refused("This is a folder without files.");
  try {
    return handInFiles("This is a folder, and no file in it", await readHandInFiles(found));
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** Reads one hand-in per file, as learning platforms pack them. `what`: the message if the files contain no hand-in. */
function handInFiles(what: string, files: readonly HandInFile[]): Dropped {
  if (listOfFiles(files).entries.every(({ text }) => text === "")) return refused(`${what} has a hand-in.`);
  return {
    what: "The list of hand-ins",
    sets: null,
    open: (bench) => takeHandIns(bench, files),
  };
}

/** `name`: the file's name, in the form that starts a sentence. */
export function readDropped(name: string, text: string): Dropped {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (plain === "") return refused(`${name} is empty.`);
  if (/^\S+$/.test(plain) && URL.canParse(plain)) return readLink(plain);
  if (/^---\s/.test(plain)) return readGuide(name, text);
  if (plain.startsWith("{")) return readScenario(name, plain);
  if (/^notebook:/.test(plain)) return readNotebook(name, text);
  if (/^[ \t]*\/\/[ \t]*@(?:sender|queue)\b/m.test(plain)) return readProgramFile(name, plain);
  if (plain.split("\n").some((line) => findHandIn(line) !== null))
    return { what: "The list of hand-ins", sets: null, open: (bench) => takeHandIns(bench, text) };
  return readNumbers(name, text);
}

const CAPACITY_PATTERN = "capacity-pattern";

/** Reads a recorded capacity of a link, another table of numbers, or the text of a program. */
function readNumbers(name: string, text: string): Dropped {
  const read = readTraceFile(text, true);
  if ("error" in read) {
    try {
      wholeReading(readMeasurement(new TextEncoder().encode(text), name));
    } catch (error) {
      if (error instanceof Error && !error.message.includes("is not a supported measurement"))
        return refused(error.message);
    }
    const isTrace = /^\s{0,9}(?:\d|(?:t|time)_m?s\b)/.test(text);
    return refused(isTrace ? `${name}: ${read.error}` : `${name} is not a file that Sawtooth can read.`);
  }
  return {
    what: "The recorded capacity",
    sets: "run",
    open(bench) {
      const { settings } = bench.store.get();
      const [link] = resolvePath(settings.path).links;
      const place: Place = declares(settings, { scope: "path" }, CAPACITY_PATTERN)
        ? { scope: "path" }
        : { scope: "link", link: link.id };
      bench.edits.edit(setParam(settings, place, CAPACITY_PATTERN, read.text));
      bench.showScreen(BENCH);
      bench.notice({
        id: "dropped",
        title: `${name} is the capacity over time of ${link.id}.`,
        lines: [read.description, "It is in the controls, under Capacity over time."],
        link: null,
      });
    },
  };
}

function readLink(link: string): Dropped {
  const fragment = new URL(link).hash.slice(1);
  const isScreen = fragment !== "" && screenOf(fragment, PAGE.screens).id !== "bench";
  const wrong = isScreen
    ? []
    : fragmentToState(fragment, KNOWN_NAMES, PAGE, PROGRAM_READER).problems.filter(
        ({ harmless }) => !harmless,
      );
  if (fragment === "" || wrong.length > 0)
    return refused(
      "This is not a link to Sawtooth, or it is damaged.",
      wrong.map(({ message }) => ({ line: 0, message })),
    );
  return opensFragment("The link", fragment, isScreen ? null : "bench");
}

function opensFragment(what: string, fragment: string, sets: DroppedKind["sets"] = "bench"): DroppedKind {
  return {
    what,
    sets,
    open(bench) {
      bench.openFragment(fragment);
      bench.url.push();
    },
  };
}

/** The kind that the document states determines which reader reports the document's errors. */
function readGuide(name: string, text: string): Dropped {
  const kind = /^kind:\s*(lesson|task|talk)\s*$/m.exec(text)?.[1] ?? "lesson";
  const { guide, problems } = GUIDE_READERS[kind](text);
  if (guide === null) return refused(`${name} is not a ${kind} yet:`, problems);
  try {
    return opensFragment(`The ${kind} “${guide.title}”`, `${kind}=${packText(text)}`);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

type GuideReader = (text: string) => {
  readonly guide: { readonly title: string } | null;
  readonly problems: readonly DocumentProblem[];
};

const GUIDE_READERS: Readonly<Record<string, GuideReader>> = {
  lesson: (text) => {
    const { lesson: guide, problems } = readLessonFile(text);
    return { guide, problems };
  },
  task: (text) => {
    const { task: guide, problems } = readTask(text);
    return { guide, problems };
  },
  talk: (text) => {
    const { talk: guide, problems } = readTalkFile(text);
    return { guide, problems };
  },
};

/**
 * Reads a scenario file or the output of `run --json`. Opening it can be undone, like opening a preset. Like a link, a file with
 * faults opens as the nearest valid scenario, with a notice; one that sets nothing is refused.
 */
function readScenario(name: string, text: string): Dropped {
  try {
    const json = plainJson(text);
    const isRun = typeof json === "object" && json !== null && "schema" in json && "scenario" in json;
    const { scenario, problems, isOld } = validateScenario(isRun ? json.scenario : json, PROGRAM_READER);
    const wrong = problems.filter(({ harmless }) => !harmless);
    if (wrong.length > 0 && scenarioToUrl(scenario) === scenarioToUrl(defaultScenario()))
      return refused(
        `${name} is not a scenario:`,
        wrong.map(({ fault, message }) => ({
          line: 0,
          message: fault === undefined ? message : `${fault}.`,
        })),
      );
    const lines = [...problems.map(({ message }) => message), ...(isOld ? [version1Words("file")] : [])];
    return {
      what: "The scenario",
      sets: "run",
      open(bench) {
        bench.consent.open(
          (scenario.programs ?? []).map(({ packed }) => packed),
          () => {
            bench.openRun(scenario);
            const title =
              wrong.length === 0
                ? `${name} is opened.`
                : `${name} has faults; the nearest valid scenario is opened.`;
            bench.notice({ id: "dropped", title, lines, link: null });
          },
          "file",
        );
      },
    };
  } catch (error) {
    return refused(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads a program for the first flow's sender or for the queue. It runs only after the user has seen it. */
function readProgramFile(name: string, code: string): Dropped {
  const { program, problems } = readProgram(code);
  if (program === null) return refused(`${name} is not a program yet:`, problems);
  const { id, kind } = program;
  return {
    what: `The program “${program.name}”`,
    sets: "run",
    open(bench) {
      bench.consent.open(
        [packText(code)],
        () => {
          const next = withProgram(bench.store.get().settings, PROGRAM_READER.read(code));
          bench.edits.edit(kind === "sender" ? setCc(next, 0, id) : setAqm(next, id));
          bench.showScreen(BENCH);
          const lines = [kind === "sender" ? "It is the sender of flow 1." : "It is the queue."];
          bench.notice({ id: "dropped", title: `${name} is opened.`, lines, link: null });
        },
        "file",
      );
    },
  };
}

/** Opens the notebook like a notebook in a URL. The user's own notebook does not change. */
function readNotebook(name: string, text: string): Dropped {
  const { book, problems } = readBookFile(text);
  if (book === null) return refused(`${name} is not a notebook yet:`, problems);
  return opensFragment("The notebook", `screen=notebook&${bookToFragment(book)}`, null);
}

async function takeHandIns(bench: Bench, list: string | readonly HandInFile[]): Promise<void> {
  const { takeHandIns: take } = FEATURES.find((feature) => feature.takeHandIns !== undefined) ?? {};
  if (take === undefined) throw new Error("This page has no screen for hand-ins.");
  await fetched("The screen for hand-ins", take(bench, list));
}
