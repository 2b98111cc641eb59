/** A task while it is written: text fields, and the file that they form. Errors are shown at their fields. */
import {
  type Pointed,
  pointed,
  pointedList,
  type Scenario,
  scenarioToUrl,
  withoutDoubt,
} from "../../../../engine/index.ts";
import { impossibleWords } from "../../../../teaching/check/task-trial.ts";
import { IDENTITY_KEYS, readDocument } from "../../../../teaching/document/document.ts";
import { FilePrograms, type NamedProgram } from "../../../../teaching/document/file-programs.ts";
import { parameterNamed } from "../../../../teaching/document/parameters.ts";
import {
  isSingle,
  type RepeatedKey,
  readScenario,
  readTask,
  type SingleKey,
  TASK_HEAD,
  TASK_KEYS,
  type Task,
} from "../../../../teaching/task/task.ts";

/** A header line of the task file that may occur several times. */
export interface DraftLine {
  /** Key of the line while it is on the page. */
  readonly key: number;
  readonly text: string;
}

/** The form has no field for the scenario, which comes from the bench. */
type FieldKey = Exclude<SingleKey, "scenario">;
export type FieldName = "title" | "id" | "lang" | "words" | FieldKey;

export interface TaskDraft extends Readonly<Record<FieldName, string>> {
  readonly base: Scenario;
  /** The programs that the draft's lines name. */
  readonly programs: readonly NamedProgram[];
  readonly lists: Readonly<Record<RepeatedKey, readonly DraftLine[]>>;
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

const EMPTY = {
  ...{ seeds: "", secret: "", teacher: "", variant: "", tries: "", "group-size": "", feedback: "" },
  lists: { vary: [], change: [], count: [], also: [], hint: [], question: [], key: [], explanation: [] },
} as const satisfies Pick<TaskDraft, FieldKey | "lists">;

/** Returns the first draft of a task. `taken` is the id of the previous task, which a new task must not reuse. */
export function firstDraft(base: Scenario, taken: string | null = null): TaskDraft {
  const title = "Keep the link busy";
  return {
    ...EMPTY,
    base,
    programs: [],
    title,
    id: taken?.replace(/-\d{1,4}$/, "") === idOfDraft({ id: "", title }) ? idAfter(taken) : "",
    lang: "en",
    seeds: "3",
    words: "Find settings that meet the conditions.",
    lists: {
      ...EMPTY.lists,
      question: [lineOf("why text 20..400 for 1 point: Say in one sentence why they do.")],
      change: [lineOf("beta-ecn 0.5..0.95")],
      count: [lineOf("utilisation >= 95 %")],
    },
  };
}

/** Returns the next free id: "keep-it-busy", "keep-it-busy-2", "keep-it-busy-3". */
function idAfter(id: string): string {
  const [, name, number] = /^(.*?)(?:-(\d{1,4}))?$/.exec(id) ?? [];
  return `${(name ?? id).slice(0, 40)}-${Number(number ?? 1) + 1}`;
}

export function draftOf(task: Task): TaskDraft {
  const programs = new FilePrograms(task.programs);
  const texts = (key: SingleKey | RepeatedKey) =>
    TASK_HEAD[key].write(task, (fragment) => programs.name(fragment));
  const single = TASK_KEYS.filter((key) => isSingle(key)).map((key) => [key, texts(key)[0] ?? ""]);
  const lists = TASK_KEYS.filter((key) => !isSingle(key)).map((key) => {
    const typed = WITH_NUMBERS.includes(key) ? texts(key).map((text) => withoutDoubt(text)) : texts(key);
    return [key, typed.map(lineOf)];
  });
  return {
    ...EMPTY,
    ...Object.fromEntries(single),
    base: task.scenario,
    programs: task.programs,
    title: task.title,
    id: task.id,
    lang: task.lang,
    words: task.words,
    lists: { ...EMPTY.lists, ...Object.fromEntries(lists) },
  };
}

/** Reads a stored draft, with its faults. Throws an error with a message if the form cannot hold all of it. */
export function draftOfFile(file: string): TaskDraft {
  const { task } = readTask(file);
  if (task !== null) return draftOf(task);
  const { document, problems } = readDocument(file);
  if (document === null) throw new Error(problems[0]?.message);
  const { head, programs, body } = document;
  const known = [...IDENTITY_KEYS, ...TASK_KEYS] as readonly string[];
  const strange = head.find(({ key }) => !known.includes(key));
  if (strange !== undefined) throw new Error(`"${strange.key}" is not a key of a task.`);
  const texts = (key: string) => head.filter((line) => line.key === key).map(({ value }) => value);
  const once = (key: string) => texts(key)[0] ?? "";
  const single = ["title", "id", "lang", ...TASK_KEYS.filter((key) => isSingle(key))];
  const repeated = TASK_KEYS.filter((key) => !isSingle(key));
  return {
    ...EMPTY,
    ...{ title: "", id: "", lang: "" },
    ...Object.fromEntries(single.filter((key) => key !== "scenario").map((key) => [key, once(key)])),
    base: readScenario(once("scenario"), programs),
    programs: programs.list,
    words: body.trim(),
    lists: {
      ...EMPTY.lists,
      ...Object.fromEntries(repeated.map((key) => [key, texts(key).map(lineOf)])),
    },
  };
}

/** Returns the id; if no id was typed, an id made from the title. */
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

/** Keys whose lines are a name and numbers. */
const WITH_NUMBERS: readonly (SingleKey | RepeatedKey)[] = ["vary", "change", "count"];

/**
 * Converts a typed line to the form in files. Decimal commas are accepted. In a list of values a comma may also separate
 * values, so the user is asked which is meant, unless the values are a range.
 */
function typedLine(name: RepeatedKey, text: string, base: Scenario): Pointed {
  if (!WITH_NUMBERS.includes(name)) return { text };
  const [id, values] = partsOfLine(text);
  // The names of algorithms contain no numbers with a comma or point, so their text stays unchanged.
  if (!/\d[.,]/.test(values)) return { text };
  const isRow = name !== "count" && !values.includes("..");
  const param = isRow ? parameterNamed(id, base) : null;
  const isWhole = param?.kind === "number" && param.integer === true;
  const read = isRow ? pointedList(values, isWhole) : ofRange(values);
  return "error" in read ? read : { text: `${id} ${isRow ? read.text.replaceAll(",", ", ") : read.text}` };
}

/** Reads a range such as "0,5..0,95 step 0,05", or one number. */
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
  const { base, title, lang, lists } = draft;
  const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();
  return [
    ["", "---"],
    ["", "kind: task"],
    ["id", `id: ${oneLine(idOfDraft(draft))}`],
    ["lang", `lang: ${oneLine(lang)}`],
    ["title", `title: ${oneLine(title)}`],
    ...TASK_KEYS.flatMap((key): Written[] => {
      if (key === "scenario") return [[key, `scenario: #${programs.name(scenarioToUrl(base))}`]];
      if (isSingle(key)) return oneLine(draft[key]) === "" ? [] : [[key, `${key}: ${oneLine(draft[key])}`]];
      return lists[key].map((line): Written => {
        const typed = typedLine(key, oneLine(line.text), base);
        return [`${key} ${line.key}`, `${key}: ${"text" in typed ? typed.text : oneLine(line.text)}`];
      });
    }),
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
    // The message starts with the line's key, which is redundant next to the line's field.
    const words = message.replace(/^[a-z-]+: /, "");
    faults.set(field, [faults.get(field), words].filter((one) => one !== undefined).join(" "));
  }
  // The question about an ambiguous comma comes before any other error of its line.
  for (const name of TASK_KEYS) {
    if (isSingle(name)) continue;
    for (const { key, text } of draft.lists[name]) {
      const typed = typedLine(name, text, draft.base);
      if ("error" in typed) faults.set(`${name} ${key}`, typed.error);
    }
  }
  // Existing URLs are accepted whatever conditions they contain. A new URL with an impossible condition is refused.
  for (const [i, condition] of (task?.counts ?? []).entries()) {
    const impossible = impossibleWords(condition);
    if (impossible !== null) faults.set(`count ${draft.lists.count[i].key}`, impossible);
  }
  return { task: faults.size === 0 ? task : null, file, faults };
}
