/**
 * The editing of a program next to the plots. A typed text is parsed, tried in its own worker, and used in the run if
 * it works. While it has a fault, the run uses the last working version.
 */

import {
  LONGEST_CODE,
  type Program,
  readProgram,
  TEMPLATES,
  type Template,
  withProgram,
} from "../../../engine/custom-programs.ts";
import {
  customProgram,
  declaredParams,
  parseValue,
  type Scenario,
  setAqm,
  setCc,
  setParam,
} from "../../../engine/index.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import { TrialClient } from "../../../workers/sim-client.ts";
import type { Bench } from "../../core/bench.ts";
import { algorithmAt, type CodePlace } from "../../core/link-programs.ts";
import { createStore } from "../../core/store.ts";
import {
  guideKey,
  type MyProgram,
  myProgramsOf,
  type ProgramVersion,
  ranLast,
} from "../../parts/my-programs.ts";
import { consentOf } from "./consent.ts";

/** Time without typing after which a text is tried. */
const REST_MS = 250;

export interface CodeFault {
  /** Line number from 1; null if the fault has no line. */
  readonly line: number | null;
  readonly message: string;
}

interface CodeState {
  readonly text: string;
  /** Id among the user's programs; null before the first edit. */
  readonly mine: string | null;
  readonly faults: readonly CodeFault[];
  /** True while the text waits to be tried or is being tried. */
  readonly busy: boolean;
  /** The program in the run; null for a built-in algorithm. */
  readonly program: Program | null;
  /** The template that the program started from, as long as it can be compared with. */
  readonly template: Template | null;
}

export class CodeSession {
  readonly store;
  readonly place: CodePlace;
  readonly #bench: Bench;
  readonly #trials = new TrialClient();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The stored text, as far as this editor knows. */
  #stored = "";

  constructor(bench: Bench, place: CodePlace) {
    this.#bench = bench;
    this.place = place;
    const program = programAt(bench.store.get().settings, place);
    this.store = createStore<CodeState>({
      ...this.#textOf(program),
      faults: [],
      busy: false,
      program,
      template: null,
    });
  }

  /** Returns the text that continues from the running program, as it was left, including faults. */
  #textOf(program: Program | null): Pick<CodeState, "text" | "mine"> {
    const mine = program === null ? null : this.#goingOnFrom(program.code);
    if (mine === null || mine.kind !== this.place.kind) return { text: program?.code ?? "", mine: null };
    this.#stored = mine.text;
    return { text: mine.text, mine: mine.id };
  }

  /** A lesson continues with the student's newest text, whichever version its link holds. */
  #goingOnFrom(code: string): MyProgram | null {
    const { store } = this.#bench;
    const programs = myProgramsOf(this.#bench);
    const { guide } = store.get();
    const found = programs.goingOnFrom(code);
    return found ?? (guide?.kind === "lesson" ? programs.versionIn(guideKey(guide), code) : null);
  }

  /** Follows changes of the run by undo, presets and URLs. */
  start(): () => void {
    const { store } = this.#bench;
    const programs = myProgramsOf(this.#bench);
    const ends = [
      store.subscribe(() => this.#follow()),
      programs.store.subscribe(() => this.#followOtherTab()),
    ];
    this.#tryLeft();
    return () => {
      for (const end of ends) end();
      clearTimeout(this.#timer);
      this.#trials.dispose();
    };
  }

  /** A text that was left with a fault reports it again. */
  #tryLeft(): void {
    const { text, program } = this.store.get();
    if (program !== null && text !== program.code) void this.#try(text);
  }

  type(text: string): void {
    const { text: seen, program, mine } = this.store.get();
    if (text === seen) return;
    this.#stored = text;
    this.store.set({ text, busy: true, mine: this.#keep(text, seen, mine, program) });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(text), REST_MS);
  }

  startFrom(template: Template): void {
    // The previous text stays stored under its own name.
    this.store.set({ template, mine: null, text: "" });
    this.#show(template.code);
  }

  /** Opens one of the user's programs. The run gets the last version that ran. */
  async openMine(program: MyProgram): Promise<void> {
    const { id, text } = program;
    const ran = ranLast(program);
    this.#stored = text;
    this.store.set({ template: null, mine: id, text: ran ?? text, busy: true });
    clearTimeout(this.#timer);
    if (ran !== null && ran !== text) await this.#try(ran);
    if (this.store.get().mine === id) this.#show(text);
  }

  /**
   * Opens a file after the user has allowed it to run, because it may come from another person. A notice appears if the file is
   * longer than a program may be.
   */
  openFile(text: string, opened: () => void): void {
    if (text.length > LONGEST_CODE) {
      const title = `The file has ${text.length} characters; a program may have at most ${LONGEST_CODE}.`;
      this.#bench.notice({ id: "my-program", title, lines: [], link: null });
      return;
    }
    const open = () => {
      this.#stored = text;
      const { kind } = this.place;
      const mine = myProgramsOf(this.#bench).add({ kind, text, startedFrom: "", guide: this.#guide() });
      this.store.set({ template: null, mine });
      this.#show(text);
      opened();
    };
    // A text with faults does not run.
    const packed = readProgram(text).program === null ? [] : [PROGRAM_READER.read(text).packed];
    this.#bench.consent.open(packed, open, "file");
  }

  #show(text: string): void {
    this.store.set({ text, busy: true });
    clearTimeout(this.#timer);
    void this.#try(text);
  }

  /** Stores the text, including faulty ones, and returns its id. A text that is longer than a program may be is not stored. */
  #keep(text: string, seen: string, mine: string | null, program: Program | null): string | null {
    const programs = myProgramsOf(this.#bench);
    if (text.length > LONGEST_CODE) return mine;
    if (mine !== null) {
      programs.type(mine, text, seen);
      return mine;
    }
    const startedFrom = seen === "" ? (program?.code ?? "") : seen;
    return programs.add({ kind: this.place.kind, text, startedFrom, guide: this.#guide() });
  }

  #guide(): string {
    return guideKey(this.#bench.store.get().guide);
  }

  /** Keeps the text the same in two tabs that edit the same program. */
  #followOtherTab(): void {
    const { mine, text } = this.store.get();
    const stored = mine === null ? null : myProgramsOf(this.#bench).find(mine);
    if (stored === null || stored.text === this.#stored) return;
    this.#stored = stored.text;
    if (stored.text !== text) this.#show(stored.text);
  }

  /** Pins the built-in algorithm that corresponds to the template, in grey behind the program's curves. */
  compare(): void {
    const { template } = this.store.get();
    const builtIn = template && builtInOf(template);
    if (template?.like == null || builtIn === null) return;
    const own = this.#bench.store.get().scenario;
    const settings = new URLSearchParams(template.like);
    this.#pin(withSettings(put(own, this.place, builtIn), this.place, settings));
  }

  /** Pins an earlier version, in grey behind the current curves. */
  compareWith({ text }: ProgramVersion): void {
    const { program } = readProgram(text);
    if (program === null) return;
    const own = this.#bench.store.get().scenario;
    const read = PROGRAM_READER.read(text);
    this.#bench.consent.give(read.packed);
    this.#pin(put(withProgram(own, read), this.place, program.id));
  }

  /** Shows the text of an earlier version. The current text becomes a version. */
  goBackTo({ text }: ProgramVersion): void {
    const { mine } = this.store.get();
    if (mine !== null) myProgramsOf(this.#bench).keepText(mine);
    this.type(text);
  }

  #pin(other: Scenario): void {
    const { edits, store } = this.#bench;
    const own = store.get().scenario;
    // The scenario is set for a moment, by the guide, so that this also works in a task that locks the algorithm.
    edits.byGuide(() => {
      edits.edit(other);
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
      const message = `A ${wanted} is needed here, but the program says "@${program.kind}".`;
      this.store.set({ faults: [{ line: null, message }], busy: false });
      return;
    }
    const { settings } = this.#bench.store.get();
    const read = PROGRAM_READER.read(text);
    const next = put(withProgram(settings, read), this.place, program.id);
    const consent = consentOf(this.#bench);
    // The text is in the editor, so its author or reader lets it run.
    consent.give(read.packed);
    try {
      const trial = await this.#trials.run(next);
      // A newer text has replaced this one.
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
    const { mine } = this.store.get();
    consent.remember(read.packed);
    if (mine !== null) myProgramsOf(this.#bench).ran(mine, text);
    this.store.set({ faults: [], busy: false, program });
    this.#bench.edits.edit(next);
    // After a reload, the editor looks up the program by the version that ran last.
    this.#bench.url.writeNow();
  }

  /** Returns whether the code is an earlier version of this program. */
  #isEarlierOf(mine: string, code: string): boolean {
    const { versions = [], startedFrom } = myProgramsOf(this.#bench).find(mine) ?? {};
    if ((versions.at(-1)?.text ?? startedFrom) === code) return false;
    return startedFrom === code || versions.some(({ text }) => text === code);
  }

  #follow(): void {
    const program = programAt(this.#bench.store.get().settings, this.place);
    if (program?.id === this.store.get().program?.id) return;
    clearTimeout(this.#timer);
    const { text, mine } = this.store.get();
    // Undo and URLs show their own text. Otherwise, the edited text continues under the same name.
    if (program === null) this.store.set({ program, text, faults: [], busy: false });
    else if (mine !== null && this.#isEarlierOf(mine, program.code))
      this.store.set({ program, text: program.code, faults: [], busy: false });
    else {
      this.store.set({ program, ...this.#textOf(program), faults: [], busy: false });
      this.#tryLeft();
    }
  }
}

/** Built-in lessons about programs, by their files and titles. */
export const LESSONS_ON: Readonly<
  Record<CodePlace["kind"], readonly (readonly [id: string, title: string])[]>
> = {
  sender: [
    ["write-aimd", "Write AIMD"],
    ["abe-in-one-line", "Add ABE in one line"],
  ],
  queue: [["queue-of-5-ms", "Write a queue that keeps 5 ms"]],
};

/** Returns the id of the built-in algorithm that a template corresponds to; null if there is none. */
export function builtInOf({ kind, like }: Template): string | null {
  return like === null ? null : new URLSearchParams(like).get(kind === "sender" ? "cc" : "aqm");
}

/** Returns the templates of a kind of place. */
export function templatesOf(place: CodePlace): readonly Template[] {
  return TEMPLATES.filter(({ kind }) => kind === place.kind);
}

function programAt(scenario: Scenario, place: CodePlace): Program | null {
  return customProgram(algorithmAt(scenario, place), scenario.programs)?.program ?? null;
}

function put(scenario: Scenario, place: CodePlace, id: string): Scenario {
  return place.kind === "queue" ? setAqm(scenario, id) : setCc(scenario, place.flow, id);
}

/** Applies those settings of a template that the algorithm at the place declares. */
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
