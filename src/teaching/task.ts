/**
 * A task: homework that checks itself. A Markdown file whose head says the scenario, what may be changed, and what counts;
 * its words are what is asked. The form is described in docs/tasks.md.
 */
import {
  applySettings,
  FORMAT_VERSION,
  type Scenario,
  type Setting,
  scenarioFromUrl,
} from "../engine/index.ts";
import { type Allowed, readAllowed } from "./allowed.ts";
import { type Condition, readCondition } from "./conditions.ts";
import { type DocumentProblem, readDocument } from "./document.ts";
import { HeadReader, wholeNumber } from "./head-reader.ts";
import { IDENTITY_KEYS, type Identity, readIdentity } from "./identity.ts";
import { readVariation, type Variation } from "./variant.ts";

/** Further settings laid over the student's answer, under which the conditions must hold too. */
export type HiddenPath = readonly Setting[];

export interface Task extends Identity {
  /** Before a student's variant is laid over it. */
  readonly scenario: Scenario;
  readonly changes: readonly Allowed[];
  readonly counts: readonly Condition[];
  /** Runs on each path: the scenario's seed and those that follow it. */
  readonly seeds: number;
  readonly also: readonly HiddenPath[];
  readonly vary: readonly Variation[];
  /** Null: as many as one likes. */
  readonly tries: number | null;
  /** Each one line of Markdown. */
  readonly hints: readonly string[];
  /** What is asked, as Markdown. */
  readonly words: string;
}

export type TaskReading =
  | { readonly task: Task; readonly problems: readonly [] }
  | { readonly task: null; readonly problems: readonly DocumentProblem[] };

export const SINGLE_KEYS = [...IDENTITY_KEYS, "scenario", "seeds", "tries"] as const;
export const MANY_KEYS = ["change", "count", "also", "vary", "hint"] as const;

export const MOST_SEEDS = 20;
/** Of one hand-in: seeds times paths. */
export const MOST_RUNS = 60;
export const MOST_TRIES = 99;
export const MOST_LINES = { change: 30, count: 12, also: 12, vary: 6, hint: 12 } as const;
const LONGEST_HINT = 600;

export function readTask(file: string): TaskReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { task: null, problems };
  const head = new HeadReader(document.head, { single: SINGLE_KEYS, many: MANY_KEYS });
  const base = readIdentity(head, "task");
  const scenario = head.one("scenario", readScenario);
  // Without a scenario nothing that speaks of its parameters can be read.
  const asked = scenario === undefined ? null : readAsked(head, scenario);
  const words = wordsOf(file);
  if (words === "") head.fault(0, "There are no words below the head: what is asked.");
  if (base === null || asked === null || head.problems.length > 0)
    return { task: null, problems: head.problems };
  return { task: { ...base, ...asked, words }, problems: [] };
}

type Asked = Omit<Task, "id" | "lang" | "title" | "words">;

function readAsked(head: HeadReader, scenario: Scenario): Asked {
  const changes = head.all("change", MOST_LINES.change, (text) => readAllowed(text, scenario));
  const counts = head.all("count", MOST_LINES.count, (text) => readCondition(text, scenario));
  const seeds = head.one("seeds", (text) => wholeNumber(text, 1, MOST_SEEDS), 1) ?? 1;
  const open = (id: string) => changes.some(({ value }) => value.param.id === id);
  const also = head.all("also", MOST_LINES.also, (text) => readAlso(text, scenario, open));
  const vary = head.all("vary", MOST_LINES.vary, (text) => readVary(text, scenario, open));
  const tries = head.one("tries", (text) => wholeNumber(text, 1, MOST_TRIES), null) ?? null;
  const hints = head.all("hint", MOST_LINES.hint, readHint);
  for (const [key, ids] of [
    ["change", changes.map(({ line, value }) => ({ line, id: value.param.id }))],
    ["vary", vary.map(({ line, value }) => ({ line, id: value.param.id }))],
  ] as const)
    for (const [i, { line, id }] of ids.entries())
      if (ids.findIndex((one) => one.id === id) < i) head.fault(line, `${key}: ${id} stands twice.`);
  if (head.lineOf("change") === 0) head.fault(0, 'The head has no line "change: …": what may be changed.');
  if (head.lineOf("count") === 0) head.fault(0, 'The head has no line "count: …": what counts.');
  if (seeds * (1 + also.length) > MOST_RUNS)
    head.fault(
      head.lineOf("seeds"),
      `${seeds} seeds on ${1 + also.length} paths are ${seeds * (1 + also.length)} runs; at most ${MOST_RUNS} are allowed.`,
    );
  const of = <T>(list: readonly { readonly value: T }[]) => list.map(({ value }) => value);
  const lists = {
    changes: of(changes),
    counts: of(counts),
    also: of(also),
    vary: of(vary),
    hints: of(hints),
  };
  return { scenario, seeds, tries, ...lists };
}

/** What a link of the bench says; without a version it means today's defaults. Throws a sentence. */
export function readScenario(link: string): Scenario {
  const fragment = link.replace(/^[^#]*#/, "");
  const isDated = /(?:^|&)v=/.test(fragment);
  const { scenario, problems } = scenarioFromUrl(isDated ? fragment : `v=${FORMAT_VERSION}&${fragment}`);
  refuse(problems);
  return scenario;
}

function refuse(problems: ReturnType<typeof applySettings>["problems"]): void {
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length > 0) throw new Error(wrong.map(({ fault, message }) => fault ?? message).join(" "));
}

function readAlso(text: string, scenario: Scenario, open: (id: string) => boolean): HiddenPath {
  const settings = text
    .replace(/^[^#]*#/, "")
    .split(/&(?:amp;)?/)
    .filter((part) => part !== "" && !part.startsWith("v="))
    .map((part) => {
      const at = part.indexOf("=");
      if (at < 1) throw new Error(`it is settings as in a link, like "#rtt=200ms"; got "${text}"`);
      return { key: part.slice(0, at).trim(), text: decoded(part.slice(at + 1)) };
    });
  if (settings.length === 0) throw new Error(`it is settings as in a link, like "#rtt=200ms"; got "${text}"`);
  const own = settings.find(({ key }) => open(key));
  if (own !== undefined) throw new Error(`${own.key} is the student's to change; it cannot be set here`);
  refuse(applySettings(scenario, settings).problems);
  return settings;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readVary(text: string, scenario: Scenario, open: (id: string) => boolean): Variation {
  const variation = readVariation(text, scenario);
  if (open(variation.param.id))
    throw new Error(`${variation.param.id} is the student's to change; it cannot vary by student too`);
  return variation;
}

function readHint(text: string): string {
  if (text !== "" && text.length <= LONGEST_HINT) return text;
  throw new Error(`must have 1 to ${LONGEST_HINT} letters, has ${text.length}`);
}

/** Everything behind the head, which `readDocument` has found to be whole. */
function wordsOf(file: string): string {
  const lines = file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const end = lines.findIndex((line, i) => i > 0 && /^---\s*$/.test(line));
  return lines
    .slice(end + 1)
    .join("\n")
    .trim();
}
