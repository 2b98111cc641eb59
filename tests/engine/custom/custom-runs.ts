/** Runs custom programs from their texts. */

import { enablePrograms } from "../../../src/engine/custom-programs.ts";
import { type Scenario, type Snapshot, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { packText, unpackText } from "../../../src/lib/packed-text.ts";
import { loadInterpreter } from "../../../src/workers/interpreter.ts";

export async function ready(): Promise<void> {
  await loadInterpreter();
  enablePrograms({ pack: packText, unpack: unpackText });
}

/** Returns a scenario with the program. `settings` is URL text: "cc=own&duration=20s". */
export function customScenario(code: string, settings: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(`v=2&program=${packText(code)}&${settings}`);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  return scenario;
}

export function customRun(code: string, settings: string): Snapshot {
  return runScenario(customScenario(code, settings)).snapshot();
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
