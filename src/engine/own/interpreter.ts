/**
 * The interface of the interpreter that runs user-defined programs, separate from the JavaScript of the page and the
 * worker. The engine knows only this interface; callers that run scenarios with programs install an interpreter
 * first.
 */

/** Functions that a program can call. */
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

/** A loaded program. Its instances share only its parameters. */
export interface Sandbox {
  /**
   * Shared doubles, see CELL in contract.ts. Read this property again after each call, because the memory may have
   * moved.
   */
  readonly cells: Float64Array;
  /**
   * Creates an instance and runs the program's top level once. Returns the number of the instance, or the reason for
   * the failure.
   */
  instantiate(): number | Fault;
  /** Runs the hook that the cells name. Returns null if the hook completed. */
  call(): Fault | null;
  /** Returns the value of the i-th probe's variable; NaN if the value is not a number. */
  probe(instance: number, index: number): number;
  /** Returns the top-level variables of each instance as short texts. This runs no code of the program. */
  variables(instances: readonly number[]): readonly (readonly string[])[];
  /**
   * Runs the program's `explain` on a copy of the program's state. Returns null if the program has no `explain` or if
   * it returns no text.
   */
  explain(instance: number, event: string): string | null;
  /** Turns of the interpreter's loops that the program has taken in this run. */
  readonly turnsOfRun: number;
  /** Returns the line of the last assignment to the window, or of the last mark or drop; 0 if the line is unknown. */
  decidedAt(): number;
}

/** A program for the sandbox, with the names that the prelude needs. */
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
  /** Turns of the interpreter's loops that the program may take in the run. */
  readonly mostTurns: number;
  /** Memory that the program may use, see `mostMemoryBytes`. */
  readonly mostMemoryBytes: number;
}

/** Creates a sandbox for a program, or returns the reason for the failure. */
export interface Interpreter {
  open(program: SandboxProgram, host: SandboxHost): Sandbox | Fault;
}

let installed: Interpreter | null = null;

/** Installs the interpreter for this thread. */
export function installInterpreter(interpreter: Interpreter): void {
  installed = interpreter;
}

/** Returns the installed interpreter. Throws if no interpreter is installed. */
export function interpreter(): Interpreter {
  if (installed === null)
    throw new Error(
      "Custom programs need their interpreter, which has not been loaded: loadInterpreter() loads it",
    );
  return installed;
}

/** Returns true if the value is a fault instead of a result. */
export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "message" in value && "line" in value;
}
