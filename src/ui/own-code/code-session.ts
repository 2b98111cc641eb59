/**
 * Writing a program beside the plots: what is typed is read, tried in a worker of its own, and takes its place in the run once it
 * holds. While there is a fault the run keeps the last version that held.
 */
import { declaredParams, parseValue, type Scenario, setAqm, setCc, setParam } from "../../engine/index.ts";
import {
  type Program,
  programReader,
  readProgram,
  TEMPLATES,
  type Template,
  withProgram,
} from "../../engine/own-code.ts";
import { TrialClient } from "../../workers/sim-client.ts";
import type { Bench } from "../state/bench.ts";
import { algorithmAt, type CodePlace } from "../state/code-place.ts";
import { createStore } from "../state/store.ts";

/** Typing rests for so long before a text is tried. */
const REST_MS = 250;

export interface CodeFault {
  /** From 1; null where the fault has no line. */
  readonly line: number | null;
  readonly message: string;
}

interface CodeState {
  readonly text: string;
  readonly faults: readonly CodeFault[];
  /** The text waits, or is being tried. */
  readonly busy: boolean;
  /** What the run has; null: an algorithm of the simulator's own. */
  readonly program: Program | null;
  /** The program to start from was this one, as long as it is to be compared with. */
  readonly template: Template | null;
}

export class CodeSession {
  readonly store;
  readonly place: CodePlace;
  readonly #bench: Bench;
  readonly #trials = new TrialClient();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unfollow: () => void = () => undefined;

  constructor(bench: Bench, place: CodePlace) {
    this.#bench = bench;
    this.place = place;
    const program = programAt(bench.store.get().settings, place);
    this.store = createStore<CodeState>({
      text: program?.code ?? "",
      faults: [],
      busy: false,
      program,
      template: null,
    });
  }

  /** Undo, presets and links change the run beside the editor. */
  start(): () => void {
    this.#unfollow = this.#bench.store.subscribe(() => this.#follow());
    return () => {
      this.#unfollow();
      clearTimeout(this.#timer);
      this.#trials.dispose();
    };
  }

  type(text: string): void {
    if (text === this.store.get().text) return;
    this.store.set({ text, busy: true });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(text), REST_MS);
  }

  startFrom(template: Template): void {
    this.store.set({ template });
    this.type(template.code);
  }

  /** The built-in algorithm that the template stands for, in grey behind the program's curves. */
  compare(): void {
    const { template } = this.store.get();
    if (template === null) return;
    const { edits, store } = this.#bench;
    const own = store.get().scenario;
    const settings = new URLSearchParams(template.like);
    const builtIn = withSettings(put(own, this.place, builtInOf(template)), this.place, settings);
    // Only for a moment, so that a task which keeps the algorithm has it in grey, too.
    edits.byGuide(() => {
      edits.edit(builtIn);
      edits.pin();
      edits.edit(own);
    });
  }

  async #try(text: string): Promise<void> {
    const { program, problems } = readProgram(text);
    if (program === null) {
      this.store.set({ faults: problems, busy: false });
      return;
    }
    if (program.kind !== this.place.kind) {
      const wanted = this.place.kind;
      const message = `This is the place of a ${wanted}, and the program says "@${program.kind}".`;
      this.store.set({ faults: [{ line: null, message }], busy: false });
      return;
    }
    const { settings } = this.#bench.store.get();
    const next = put(withProgram(settings, text), this.place, program.id);
    try {
      const trial = await this.#trials.run(next);
      // A newer text has taken its place.
      if (trial === null || this.store.get().text !== text) return;
      if (trial.stopped !== null) {
        const { line, message, atS } = trial.stopped;
        const when = atS > 0 ? ` (at ${Number(atS.toPrecision(4))} s)` : "";
        this.store.set({ faults: [{ line, message: `${message}${when}` }], busy: false });
        return;
      }
    } catch (error) {
      if (this.store.get().text !== text) return;
      const message = error instanceof Error ? error.message : String(error);
      this.store.set({ faults: [{ line: null, message }], busy: false });
      return;
    }
    this.#bench.agreed.add(programReader().pack(text));
    this.store.set({ faults: [], busy: false, program });
    this.#bench.edits.edit(next);
  }

  #follow(): void {
    const program = programAt(this.#bench.store.get().settings, this.place);
    if (program?.id === this.store.get().program?.id) return;
    clearTimeout(this.#timer);
    const text = program?.code ?? this.store.get().text;
    this.store.set({ program, text, faults: [], busy: false });
  }
}

/** Stored lessons by their files and titles. */
export const LESSONS_ON: Readonly<
  Record<CodePlace["kind"], readonly (readonly [id: string, title: string])[]>
> = {
  sender: [
    ["write-aimd", "Write AIMD"],
    ["abe-in-one-line", "Add ABE in one line"],
  ],
  queue: [["queue-of-5-ms", "Write a queue that keeps 5 ms"]],
};

/** The algorithm that a template stands for. */
export function builtInOf({ kind, like }: Template): string {
  return new URLSearchParams(like).get(kind === "sender" ? "cc" : "aqm") ?? "";
}

/** What one begins with, of a kind. */
export function templatesOf(place: CodePlace): readonly Template[] {
  return TEMPLATES.filter(({ kind }) => kind === place.kind);
}

function programAt(scenario: Scenario, place: CodePlace): Program | null {
  const id = algorithmAt(scenario, place);
  for (const code of scenario.programs ?? []) {
    const { program } = readProgram(code);
    if (program?.id === id) return program;
  }
  return null;
}

function put(scenario: Scenario, place: CodePlace, id: string): Scenario {
  return place.kind === "queue" ? setAqm(scenario, id) : setCc(scenario, place.flow, id);
}

/** Those of a template's settings that the algorithm at the place declares. */
function withSettings(scenario: Scenario, place: CodePlace, settings: URLSearchParams): Scenario {
  const at =
    place.kind === "queue" ? ({ scope: "queue" } as const) : ({ scope: "flow", flow: place.flow } as const);
  let next = scenario;
  for (const param of declaredParams(scenario, at)) {
    const text = settings.get(param.id);
    if (text === null) continue;
    const read = parseValue(param, text);
    if ("value" in read) next = setParam(next, at, param.id, read.value);
  }
  return next;
}
