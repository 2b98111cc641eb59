/**
 * An answer that is a program. Its text replaces the program that the task gives, wherever the run uses it. The key of this
 * setting is "code." and the id of the given program.
 */
import {
  type CustomProgram,
  customProgram,
  declaredParams,
  getParam,
  type Scenario,
  type SettingText,
  setParam,
  withProgram,
} from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import { PROGRAM_READER } from "../document/file-programs.ts";
import {
  algorithmsAt,
  isCustomParam,
  placeList,
  placesOfProgram,
  withAlgorithmAt,
} from "../document/program-places.ts";

/** Program that the line `change: code` of a task allows the student to change. */
export interface CodeChange {
  /** Id of the given program in the scenario. */
  readonly id: string;
  readonly kind: "sender" | "queue";
  /** Name of the program in the task's file; empty if it is the only one. */
  readonly name: string;
}

/** Returns the canonical text of the line. Reading it gives the same change. */
export function codeLine({ name }: CodeChange): string {
  return name === "" ? "code" : `code ${name}`;
}

const CODE = "code.";

export function codeKey(id: string): string {
  return `${CODE}${id}`;
}

/** Returns the id of the given program that the setting replaces; null for other settings. */
export function replacedBy(key: string): string | null {
  return key.startsWith(CODE) ? key.slice(CODE.length) : null;
}

/** Returns the text of a program in an answer's settings; null if the answer does not change the program. */
export function codeIn(settings: readonly SettingText[]): string | null {
  return settings.find(({ key }) => replacedBy(key) !== null)?.text ?? null;
}

/** Returns the scenario with another program wherever a given program is used. Throws an error with a message for the user. */
export function withCode(scenario: Scenario, id: string, code: string): Scenario {
  const places = placesOfProgram(scenario, id);
  if (placeList(places).length === 0)
    throw new Error("The run does not contain the program that this one would replace.");
  const kind = places.flows.length > 0 ? "sender" : "queue";
  const own = readOwn(code);
  if (own.id === id) return scenario;
  if (own.kind !== kind) throw new Error(`The program is a ${own.kind}; the task requires a ${kind}.`);
  return withAlgorithmAt(withProgram(scenario, own), places, own.id);
}

function readOwn(code: string): CustomProgram {
  try {
    return PROGRAM_READER.read(code);
  } catch (error) {
    throw new Error(`The program cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Returns which given programs were changed: new texts as settings, and the ids of those that were replaced by something other
 * than a program.
 */
export function changedPrograms(
  given: Scenario,
  now: Scenario,
): { readonly settings: readonly SettingText[]; readonly without: readonly string[] } {
  const settings: SettingText[] = [];
  const without: string[] = [];
  for (const { id } of given.programs ?? []) {
    const [own, second] = algorithmsAt(now, placesOfProgram(given, id));
    if (own === undefined || (own === id && second === undefined)) continue;
    const program = second === undefined ? customProgram(own, now.programs) : undefined;
    if (program === undefined) without.push(id);
    else settings.push({ key: codeKey(id), text: program.code });
  }
  return { settings, without };
}

/**
 * Returns a scenario of the task with the program of the answer: wherever the given program is used, the answer's text and the
 * values of the parameters that it declares. This also applies to flows that only a hidden path has.
 */
export function withProgramOf(scenario: Scenario, id: string, given: Scenario, answer: Scenario): Scenario {
  const own = placesOfProgram(given, id);
  const [algorithm] = algorithmsAt(answer, own);
  const program =
    algorithm === undefined || algorithm === id ? undefined : customProgram(algorithm, answer.programs);
  const places = placesOfProgram(scenario, id);
  const from = placeList(own)[0];
  if (from === undefined || placeList(places).length === 0) return scenario;
  const next = program === undefined ? scenario : withCode(scenario, id, program.code);
  const declared = declaredParams(answer, from).filter((param) => isCustomParam(param.id));
  return placeList(places).reduce(
    (before, place) =>
      declared.reduce(
        (one, param) => setParam(one, place, param.id, getParam(answer, from, param.id)),
        before,
      ),
    next,
  );
}

/** Maximum length of a program's name. The name of a program that can be read is shorter. */
const LONGEST_NAME = 60;

/** Returns a program's name and length as text for a list of settings: "AIMD with a mark (23 lines)". */
export function programWords(code: string): string {
  const name = /^[ \t]*\/\/[ \t]*@(?:sender|queue)[ \t](.*)/m.exec(code)?.[1].trim() ?? "a program";
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return `${short} (${counted(code.split("\n").length, "line")})`;
}

const PIECES =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?|[A-Za-z_$][\w$]*|\d[\w.]*|\S/g;
const DECLARES = /^\/\/[ \t]*@(?!sender\b|queue\b)/;

/**
 * Returns the text of a program without what does not matter for copies: spaces, line ends, semicolons, comments and the
 * program's name. With `names` "by number", names of the program's own variables are replaced by numbers.
 */
export function plainProgram(code: string, names: "as they are" | "by number" = "as they are"): string {
  const known = new Map<string, string>();
  const own = new Set(
    [
      ...code.matchAll(/\b(?:let|const|var|function)\s+([A-Za-z_$][\w$]*)|@(?:param|probe)[ \t]+([a-z]\w*)/g),
    ].map(([, declared, param]) => declared ?? param),
  );
  let before = "";
  const pieces = (code.match(PIECES) ?? []).flatMap((piece) => {
    if (/^\/[/*]/.test(piece) && !DECLARES.test(piece)) return [];
    if (piece === ";") return [];
    const isField = before === ".";
    before = piece;
    if (names === "as they are") return [piece.trim()];
    const numbered = (name: string) => {
      if (!own.has(name) || HOOKS.test(name)) return name;
      const number = known.get(name) ?? `n${known.size + 1}`;
      known.set(name, number);
      return number;
    };
    if (DECLARES.test(piece))
      return [
        piece.replace(
          /(@\w+[ \t]+)([a-z]\w*)(\s*=\s*\S+)?.*/,
          (_, tag, name, value = "") => tag + numbered(name) + value,
        ),
      ];
    return [isField ? piece : numbered(piece)];
  });
  return pieces.join(" ");
}

/** Matches names of functions that the simulator calls. */
const HOOKS = /^(?:on[A-Z]\w*|enqueue|dequeue|explain)$/;
