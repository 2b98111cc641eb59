/**
 * The interface of the interpreter that runs custom programs. The interpreter is separate from the JavaScript of the page and the
 * worker. The simulator uses only this interface; `withInterpreter` prepares the programs of a scenario for a run.
 */

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
  /** The shared cells, see CELL in contract.ts. Read this property again after each call, because the memory may have moved. */
  readonly cells: Float64Array;
  /** Creates an instance and runs the program's top level once. Returns the number of the instance, or the reason why this failed. */
  instantiate(): number | Fault;
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
  /** Number of loop iterations of the interpreter that the program has used in this run. */
  readonly turnsOfRun: number;
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
  /** Memory that the program may use, see `mostMemoryBytes`. */
  readonly mostMemoryBytes: number;
}

/** Creates a sandbox for a program. Returns the reason if this failed. */
export interface Interpreter {
  open(program: SandboxProgram, host: SandboxHost): Sandbox | Fault;
}

/** Returns true if the value is a fault instead of a result. */
export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "message" in value && "line" in value;
}
