/** Runs custom programs from their texts. */

import { type Interpreter, withInterpreter } from "../../../src/engine/custom-programs.ts";
import { type Scenario, type Snapshot, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { loadInterpreter } from "../../../src/workers/interpreter.ts";

let loaded: Interpreter | null = null;

/** Loads the interpreter. Afterwards `scenarioWithPrograms` and `customScenario` return scenarios that can run. */
export async function ready(): Promise<Interpreter> {
  loaded = await loadInterpreter();
  return loaded;
}

/** Returns the scenario with programs that can run, if the interpreter is loaded. */
export function runnable(scenario: Scenario, interpreter = loaded): Scenario {
  return interpreter === null ? scenario : withInterpreter(scenario, interpreter);
}

/** Returns the scenario of a link that may contain programs. `interpreter` runs them. */
export function scenarioWithPrograms(link: string, interpreter = loaded): Scenario {
  const { scenario, problems } = scenarioFromUrl(link, PROGRAM_READER);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  return runnable(scenario, interpreter);
}

/** Returns a scenario with the program. `settings` is URL text: "cc=own&duration=20s". */
export function customScenario(code: string, settings: string, interpreter = loaded): Scenario {
  return scenarioWithPrograms(`v=2&program=${packText(code)}&${settings}`, interpreter);
}

export function customRun(code: string, settings: string, interpreter = loaded): Snapshot {
  return runScenario(customScenario(code, settings, interpreter)).snapshot();
}

/** Returns the code of a sender like NewReno with additional hooks. */
export function senderWith(more: string, name = "Attacker"): string {
  return `// @sender ${name}
function onAck(tcp) {
  if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
  else tcp.cwnd += tcp.acked / tcp.cwnd
}
${more}`;
}
