/**
 * What runs programs of one's own: an interpreter apart from the page's and the worker's own JavaScript. The engine knows it by
 * this contract only; whoever runs scenarios with programs puts one in place before.
 */

/** What a program may call. */
export interface SandboxHost {
  random(): number;
  /** `line`: of the program; 0 where it is not known. */
  log(text: string, line: number): void;
}

/** Why a program was stopped. */
export interface Fault {
  /** In plain words, one sentence. */
  readonly message: string;
  /** Of the program; null where there is none. */
  readonly line: number | null;
}

/** One program, loaded. Its instances share nothing but its parameters. */
export interface Sandbox {
  /** Shared doubles, see CELL in contract.ts; taken anew after each call: the memory may have moved. */
  readonly cells: Float64Array;
  /** Makes an instance with the top level run once; its number, or why there is none. */
  instantiate(): number | Fault;
  /** Runs the hook that the cells name; null when it came to its end. */
  call(): Fault | null;
  /** What the i-th probe's variable holds; NaN where that is no number. */
  probe(instance: number, index: number): number;
  /** The variables of the top level of each instance as short texts. Nothing of the program runs for it. */
  variables(instances: readonly number[]): readonly (readonly string[])[];
  /** The program's `explain`, on a copy of its state; null where it has none, or returns no text. */
  explain(instance: number, event: string): string | null;
  /** Line of the last assignment to the window, or of the last mark or drop; 0: not known. */
  decidedAt(): number;
}

export interface SandboxProgram {
  readonly kind: "sender" | "queue";
  readonly code: string;
  readonly hooks: readonly string[];
  readonly params: readonly string[];
  readonly probes: readonly string[];
  /** Names of the declared phases. */
  readonly phases: readonly string[];
  readonly variables: readonly string[];
  readonly isPaced: boolean;
}

export interface Interpreter {
  open(program: SandboxProgram, host: SandboxHost): Sandbox | Fault;
}

let installed: Interpreter | null = null;

export function installInterpreter(interpreter: Interpreter): void {
  installed = interpreter;
}

export function interpreter(): Interpreter {
  if (installed === null)
    throw new Error("Programs of one's own need their interpreter, which has not been loaded");
  return installed;
}

export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "message" in value && "line" in value;
}
