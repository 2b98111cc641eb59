/** Custom senders and queues. They are given as texts, which URLs can contain, or as JavaScript classes. */
import { addedPrograms } from "../engine/added-programs.ts";
import { programReader, type QueueClass, type SenderClass } from "../engine/custom-programs.ts";
import { packText, unpackText } from "../lib/packed-text.ts";
import * as interpreter from "../workers/interpreter.ts";

addedPrograms.reader = programReader({ pack: packText, unpack: unpackText });

/** A program that scenarios can name. */
export interface AddedProgram {
  /** Value for `--cc` or `--aqm`. The same text has the same id everywhere. */
  readonly id: string;
  readonly kind: "sender" | "queue";
  /** Remarks on what is probably a mistake, such as a misspelt hook. */
  readonly remarks: readonly string[];
}

/**
 * Adds a program, so that scenarios can name it: `--cc ${addProgram(text).id}`. Throws an Error that names the line of each
 * fault. A text runs in a sandbox, which `loadInterpreter` must have loaded. A class runs without a sandbox, as trusted code.
 */
export function addProgram(program: string | SenderClass | QueueClass): AddedProgram {
  const { id, kind, remarks } = addedPrograms.add(program);
  return { id, kind, remarks };
}

/** Name of the interpreter's file. It is in the same folder as the library. */
const WASM = "quickjs.wasm";

/**
 * Loads the sandbox in which programs given as texts run. Needed once per thread. `wasm` is the address of quickjs.wasm; by
 * default it is in the folder of the library.
 */
export async function loadInterpreter(wasm?: string): Promise<void> {
  const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
  addedPrograms.interpreter = await interpreter.loadInterpreter(
    wasm ?? (isNode ? undefined : new URL(WASM, import.meta.url).href),
  );
}
