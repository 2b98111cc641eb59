/** A task while it is written: text fields, and the file that they form. Errors are shown at their fields. */
import {
  type Pointed,
  pointed,
  pointedList,
  type Scenario,
  scenarioToUrl,
  withoutDoubt,
} from "../../engine/index.ts";
import { allowedLine, parameterNamed } from "../../teaching/parameters.ts";
import { codeLine } from "../../teaching/program-answer.ts";
import { FilePrograms, type NamedProgram } from "../../teaching/programs.ts";
import { keyLine, questionLine } from "../../teaching/questions.ts";
import { countedLine, hiddenPathText, readTask, type Task } from "../../teaching/task.ts";
import { impossibleWords } from "../../teaching/task-trial.ts";
import { variationLine } from "../../teaching/variant.ts";

/** A header line that may occur several times. */
export interface DraftLine {
  /** Key of the line while it is on the page. */
  readonly key: number;
  readonly text: string;
}

const LISTS = ["change", "count", "also", "vary", "hint", "question", "key"] as const;
export type ListName = (typeof LISTS)[number];
export type FieldName = "title" | "id" | "lang" | "seeds" | "tries" | "secret" | "words";

export interface TaskDraft extends Readonly<Record<FieldName, string>> {
  readonly base: Scenario;
  /** The programs that the draft's lines name. */
  readonly programs: readonly NamedProgram[];
  readonly lists: Readonly<Record<ListName, readonly DraftLine[]>>;
}

export interface DraftMeaning {
  readonly task: Task | null;
  readonly file: string;
  /** Errors by field ("title") or by line of a list ("change 3"); "" for the whole task. */
  readonly faults: ReadonlyMap<string, string>;
}

let keys = 0;

export function lineOf(text: string): DraftLine {
  keys++;
  return { key: keys, text };
}

/** `taken`: the id of the previous task, which a new one must not reuse. */
export function firstDraft(base: Scenario, taken: string | null = null): TaskDraft {
  const title = "Keep the link busy";
  return {
    base,
    programs: [],
    title,
    id: taken?.replace(/-\d{1,4}$/, "") === idOfDraft({ id: "", title }) ? idAfter(taken) : "",
    lang: "en",
    seeds: "3",
    tries: "",
    secret: "",
    words: "Find settings that meet what counts.",
    lists: {
      question: [lineOf("why text 20..400 for 1 point: Say in a sentence why they do.")],
      key: [],
      change: [lineOf("beta-ecn 0.5..0.95")],
      count: [lineOf("utilisation >= 95 %")],
      also: [],
      vary: [],
      hint: [],
    },
  };
}

/** Returns the next free id: "keep-it-busy", "keep-it-busy-2", "keep-it-busy-3". */
function idAfter(id: string): string {
  const [, name, number] = /^(.*?)(?:-(\d{1,4}))?$/.exec(id) ?? [];
  return `${(name ?? id).slice(0, 40)}-${Number(number ?? 1) + 1}`;
}

export function draftOf(task: Task): TaskDraft {
  return {
    base: task.scenario,
    programs: task.programs,
    title: task.title,
    id: task.id,
    lang: task.lang,
    seeds: String(task.seeds),
    tries: task.tries === null ? "" : String(task.tries),
    secret: task.secret ?? "",
    words: task.words,
    lists: {
      change: [
        ...(task.code === null ? [] : [lineOf(codeLine(task.code))]),
        ...task.changes.map((one) => lineOf(withoutDoubt(allowedLine(one)))),
      ],
      count: task.counts.map((one) => lineOf(withoutDoubt(countedLine(one)))),
      also: task.also.map((one) => lineOf(hiddenPathText(one, task.programs))),
      vary: task.vary.map((one) => lineOf(withoutDoubt(variationLine(one)))),
      hint: task.hints.map(lineOf),
      question: task.questions.map((one) => lineOf(questionLine(one))),
      key: task.keys.map((one) => lineOf(keyLine(one))),
    },
  };
}

/** Returns the id; if none was typed, one made from the title. */
export function idOfDraft({ id, title }: Pick<TaskDraft, "id" | "title">): string {
  if (id !== "") return id;
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "task"
  );
}

/**
 * Converts a typed line to the form in files. Decimal commas are accepted. In a list of values a comma may also separate
 * values, so the user is asked which is meant, unless the values are a range.
 */
function typedLine(name: ListName, text: string, base: Scenario): Pointed {
  if (name === "also" || name === "hint" || name === "question" || name === "key") return { text };
  const [id, values] = partsOfLine(text);
  // Algorithm names contain no numbers with a comma or point.
  if (!/\d[.,]/.test(values)) return { text };
  const isRow = name !== "count" && !values.includes("..");
  const param = isRow ? parameterNamed(id, base) : null;
  const isWhole = param?.kind === "number" && param.integer === true;
  const read = isRow ? pointedList(values, isWhole) : ofRange(values);
  return "error" in read ? read : { text: `${id} ${isRow ? read.text.replaceAll(",", ", ") : read.text}` };
}

/** Reads "0,5..0,95 step 0,05", or one number. */
function ofRange(values: string): Pointed {
  const ends = values.split("..").map((end) => pointed(end));
  const wrong = ends.find((end) => "error" in end);
  return wrong ?? { text: ends.map((end) => ("text" in end ? end.text : "")).join("..") };
}

/** Splits "beta-ecn 0.5..0.95" into its two parts. */
export function partsOfLine(text: string): readonly [id: string, values: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at).trimStart()];
}

/** A line of the file and the field that it comes from. */
type Written = readonly [field: string, text: string];

function linesOf(draft: TaskDraft, programs: FilePrograms): Written[] {
  const { base, title, lang, seeds, tries, secret, lists } = draft;
  const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();
  return [
    ["", "---"],
    ["", "kind: task"],
    ["id", `id: ${oneLine(idOfDraft(draft))}`],
    ["lang", `lang: ${oneLine(lang)}`],
    ["title", `title: ${oneLine(title)}`],
    ["scenario", `scenario: #${programs.name(scenarioToUrl(base))}`],
    ...LISTS.flatMap((name) =>
      lists[name].map(({ key, text }): Written => {
        const typed = typedLine(name, oneLine(text), base);
        return [`${name} ${key}`, `${name}: ${"text" in typed ? typed.text : oneLine(text)}`];
      }),
    ),
    ["seeds", `seeds: ${oneLine(seeds) || "1"}`],
    ...(oneLine(tries) === "" ? [] : [["tries", `tries: ${oneLine(tries)}`] as Written]),
    ...(oneLine(secret) === "" ? [] : [["secret", `secret: ${oneLine(secret)}`] as Written]),
    ["", "---"],
  ];
}

export function meaningOf(draft: TaskDraft): DraftMeaning {
  const programs = new FilePrograms(draft.programs);
  const lines = linesOf(draft, programs);
  const head = lines.map(([, text]) => text);
  const file = `${head.join("\n")}\n\n${programs.blocks(head)}${draft.words.trim()}\n`;
  const { task, problems } = readTask(file);
  const faults = new Map<string, string>();
  for (const { line, message } of problems) {
    const field = line === 0 ? (draft.words.trim() === "" ? "words" : "") : (lines[line - 1]?.[0] ?? "");
    // The message starts with the line's key, which is redundant beside its field.
    const words = message.replace(/^[a-z-]+: /, "");
    faults.set(field, [faults.get(field), words].filter((one) => one !== undefined).join(" "));
  }
  // The question about a comma comes before any other error of its line.
  const questions = LISTS.flatMap((name) =>
    draft.lists[name].flatMap(({ key, text }) => {
      const typed = typedLine(name, text, draft.base);
      return "error" in typed ? [[`${name} ${key}`, typed.error] as const] : [];
    }),
  );
  for (const [field, question] of questions) faults.set(field, question);
  // Existing links are accepted whatever they ask. A new link with an impossible condition is refused.
  for (const [i, condition] of (task?.counts ?? []).entries()) {
    const impossible = impossibleWords(condition);
    if (impossible !== null) faults.set(`count ${draft.lists.count[i].key}`, impossible);
  }
  return { task: faults.size === 0 ? task : null, file, faults };
}
