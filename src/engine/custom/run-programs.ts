/**
 * The custom programs of one run, and the interface of the interpreter that runs them, which is separate from the JavaScript of the
 * page and the worker. Each program is loaded once. Log lines and early ends of programs are stored here.
 */
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import { NS_PER_S } from "../params/read.ts";
import type { ProgramState } from "../trace/path-state-data.ts";
import type { ProgramLine, ProgramReport } from "../trace/snapshot.ts";
import type { Program } from "./program-text.ts";
import { SAME_ID } from "./same-id.ts";

/** Functions of the simulator that a program can call. */
export interface SandboxHost {
  random(): number;
  /** Logs a text. `line` is the line of the program; 0 if it is unknown. */
  log(text: string, line: number): void;
}

/** Reason why a program was stopped. */
export interface Fault {
  /** Message of one sentence in plain language. */
  readonly message: string;
  /** Line of the program; null if it is unknown. */
  readonly line: number | null;
}

/** A loaded program with its instances. The instances share only the parameters. */
export interface Sandbox {
  /** The shared cells, see CELL in prelude.ts. Read this property again after each call, because the memory may have moved. */
  readonly cells: Float64Array;
  /**
   * Creates an instance and runs the program's top level once, with these values of the parameters. Returns the number of the
   * instance, or the reason why this failed.
   */
  instantiate(params: Float64Array): number | Fault;
  /** Ends an instance. It must not be used any more. The next instance takes its number and its memory. */
  release(instance: number): void;
  /** Runs the hook that the cells name. Returns null if the hook completed, otherwise the reason why it failed. */
  call(): Fault | null;
  /**
   * Returns the value that the variable of the i-th probe had after the instance's last call; NaN if it was not a number. Does not
   * run the interpreter.
   */
  probe(instance: number, index: number): number;
  /** Returns the top-level variables of each instance as short texts. Does not run code of the program. */
  variables(instances: readonly number[]): readonly (readonly string[])[];
  /**
   * Runs the program's `explain` on a copy of its state and returns the text. Returns null if the program has no `explain` or if
   * it returns no text.
   */
  explain(instance: number, event: string): string | null;
  /** Counts as a use of the program: the interpreter goes to a new program only if it is the one that has not been used for longest. */
  keep(): void;
  /** Number of loop iterations of the interpreter that the program has used in this run. */
  readonly turnsOfRun: number;
  /** True if the program has used so much memory in this run that its data may not fit into the cache of a processor. */
  readonly isLarge: boolean;
  /** Returns the line of the program that last assigned the window, or last marked or dropped a packet; 0 if the line is unknown. */
  decidedAt(): number;
}

/** A program in the form that a sandbox needs: its text, and the names that the prelude uses. */
export interface SandboxProgram {
  readonly kind: "sender" | "queue";
  readonly code: string;
  readonly hooks: readonly string[];
  readonly params: readonly string[];
  readonly probes: readonly string[];
  /** Names of the phases that the program declares. */
  readonly phases: readonly string[];
  readonly variables: readonly string[];
  readonly isPaced: boolean;
  /** Number of queues that a queue program declares. */
  readonly queues: number;
  /** Limit on the loop iterations of the interpreter that the program may use in the run. */
  readonly mostTurns: number;
}

/** Creates a sandbox for a program. Returns the reason if this failed. */
export interface Interpreter {
  open(program: SandboxProgram, host: SandboxHost): Sandbox | Fault;
}

/** Returns true if the value is a fault instead of a result. */
export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "message" in value && "line" in value;
}

/** A program that can run: with the interpreter that executes it. */
export interface ExecutableProgram extends Program {
  readonly interpreter: Interpreter;
}

/** Limit on the loop iterations of the interpreter that a program may use in a run. It includes the work of built-in functions. */
const MOST_TURNS_PER_RUN = 200_000_000;
/**
 * Limit on the loop iterations that all programs of a run may use together. If there are several programs, each may use an equal
 * share.
 */
const MOST_TURNS_OF_ALL = 320_000_000;
/**
 * Limit on the memory of a program (bytes). A turn takes up to five times as long where its data do not fit into the cache of a
 * processor, and sixteen programs together must not need too much.
 */
export const MOST_MEMORY_BYTES = 8_000_000;

const MOST_LOG_LINES = 1000;
/** Limit on the number of instances whose variables are shown. */
const MOST_WATCHED = 20;

/** A loaded program, shared by all its instances. If loading failed, it holds the reason, which each instance gets. */
interface Loaded {
  readonly code: string;
  readonly sandbox: Sandbox | Fault;
  readonly report: Report;
}

interface Report {
  readonly name: string;
  readonly lines: ProgramLine[];
  leftOut: number;
  stopped: ProgramReport["stopped"];
}

/** The handle through which one sender or queue uses a program. */
export interface Instance {
  readonly sandbox: Sandbox;
  readonly number: number;
  /** Makes this instance the current one: log lines get its place, and random numbers come from its stream. */
  enter(): void;
  /** Must be called when the instance is not used any more. */
  release(): void;
  /** Records that the instance ended before the end of the run. */
  stop(fault: Fault): void;
}

/** Creates instances of programs for one sender or queue. */
export interface ProgramPlace {
  /** Timer for onTick of a sender; null if there is none. */
  readonly timer: EventSlot | null;
  /**
   * Starts an instance with these values of the parameters. Returns null if the instance could not be started; the reason has
   * then been recorded.
   */
  instantiate(program: ExecutableProgram, params: Float64Array, random: () => number): Instance | null;
}

/** All loaded programs of one run, with their instances and reports. */
export class RunPrograms {
  private readonly clock: Clock;
  private readonly loaded = new Map<string, Loaded>();
  /** Instances in the order of creation, up to a limit. */
  private readonly instances: {
    readonly program: ExecutableProgram;
    readonly place: string;
    readonly held: Instance;
  }[] = [];
  /** Place of the current instance, such as "flow 2". Log lines get this place. */
  private place = "";
  private random: () => number = () => 0;

  /**
   * Number of loop iterations that each program may use in the run. The limit is equal for all, so that no program uses up the
   * share of another one.
   */
  private readonly mostTurns: number;

  constructor(clock: Clock, count = 1) {
    this.clock = clock;
    this.mostTurns = Math.floor(Math.min(MOST_TURNS_PER_RUN, MOST_TURNS_OF_ALL / count));
  }

  /** Returns the object that creates instances at a place such as "flow 2". */
  at(place: string, timer: EventSlot | null = null): ProgramPlace {
    return {
      timer,
      instantiate: (program, params, random) => this.instantiate(program, place, params, random),
    };
  }

  private instantiate(
    program: ExecutableProgram,
    place: string,
    params: Float64Array,
    random: () => number,
  ): Instance | null {
    const { sandbox, report } = this.load(program);
    const stop = (fault: Fault) => {
      report.stopped ??= { place, atS: this.clock.nowNs / NS_PER_S, ...fault };
    };
    if (isFault(sandbox)) {
      stop(sandbox);
      return null;
    }
    const enter = () => {
      this.place = place;
      this.random = random;
    };
    enter();
    const number = sandbox.instantiate(params);
    if (isFault(number)) {
      stop(number);
      return null;
    }
    // The variables of a watched instance stay visible.
    const isWatched = this.instances.length < MOST_WATCHED;
    const release = () => {
      if (!isWatched) sandbox.release(number);
    };
    const held = { sandbox, number, enter, stop, release };
    if (isWatched) this.instances.push({ program, place, held });
    return held;
  }

  /** Keeps the programs' interpreters while other runs of the same thread start. */
  keep(): void {
    for (const { sandbox } of this.loaded.values()) if (!isFault(sandbox)) sandbox.keep();
  }

  reports(): ProgramReport[] {
    return [...this.loaded].map(([id, { sandbox, report }]) => ({
      ...{ id, ...report, lines: [...report.lines] },
      turns: isFault(sandbox) ? 0 : sandbox.turnsOfRun,
      isLarge: !isFault(sandbox) && sandbox.isLarge,
    }));
  }

  /** Returns the current variables of each instance. */
  watched(): ProgramState[] {
    const texts = new Map<Instance, readonly string[]>();
    for (const sandbox of new Set(this.instances.map(({ held }) => held.sandbox))) {
      const inSandbox = this.instances.map(({ held }) => held).filter((held) => held.sandbox === sandbox);
      const values = sandbox.variables(inSandbox.map(({ number }) => number));
      for (const [i, held] of inSandbox.entries()) texts.set(held, values[i] ?? []);
    }
    return this.instances.map(({ program, place, held }) => {
      const values = texts.get(held) ?? [];
      return {
        id: program.id,
        place,
        variables: program.variables.map((name, i) => [name, values[i] ?? ""] as const),
      };
    });
  }

  private load(program: ExecutableProgram): Loaded {
    const known = this.loaded.get(program.id);
    if (known !== undefined && known.code !== program.code) throw new Error(SAME_ID);
    if (known !== undefined) return known;
    const report: Report = { name: program.name, lines: [], leftOut: 0, stopped: null };
    const { kind, code, hooks, variables, isPaced, queues } = program;
    const sandboxed: SandboxProgram = {
      ...{ kind, code, hooks, variables, isPaced, queues },
      params: program.params.map(({ name }) => name),
      probes: program.probes.map(({ name }) => name),
      phases: program.phases.map(({ label }) => label),
      mostTurns: this.mostTurns,
    };
    const host: SandboxHost = {
      random: () => this.random(),
      log: (text, line) => {
        const { lines } = report;
        if (lines.length >= MOST_LOG_LINES) report.leftOut++;
        else lines.push({ place: this.place, atS: this.clock.nowNs / NS_PER_S, line, text });
      },
    };
    const sandbox = program.interpreter.open(sandboxed, host);
    const loaded = { code, sandbox, report };
    this.loaded.set(program.id, loaded);
    return loaded;
  }
}
