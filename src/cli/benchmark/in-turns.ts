/**
 * `in-turns.ts NOW BEFORE URL` is run in a separate process. It runs the scenario of a URL in two bundled simulators in turns,
 * and prints the times of each round as JSON.
 */
import { pathToFileURL } from "node:url";
import type { Scenario } from "../../engine/index.ts";

/** Exports of a bundle built by `scripts/bundle-engine.ts`. */
interface Engine {
  scenarioFromUrl(link: string): {
    readonly scenario: Scenario;
    readonly problems: readonly { message: string }[];
  };
  runScenario(scenario: Scenario): Run;
}

interface Run {
  results(): { readonly packets: number };
}

/** Time of each round (ns per packet) for both simulators; null if the older one cannot read the URL. */
export type Rounds = { readonly now: readonly number[]; readonly before: readonly number[] } | null;

const WARM_UPS = 4;
/** Number of measured rounds. In half of them the older simulator runs first. */
const ROUNDS = 10;

const [nowFile, beforeFile, link] = process.argv.slice(2);
const now = await opened(nowFile);
const before = await opened(beforeFile);
process.stdout.write(JSON.stringify(now === null || before === null ? null : roundsOf(now, before)));

async function opened(file: string): Promise<(() => number) | null> {
  const engine: Engine = await import(pathToFileURL(file).href);
  const { scenario, problems } = engine.scenarioFromUrl(link);
  if (problems.length > 0) return null;
  // A run that is kept while garbage is collected. V8 discards the code compiled for a class if no object of that class exists,
  // and the next round would then measure the compiler. Newer simulators keep a small run themselves; older ones do not.
  let held: Run;
  return () =>
    nsPerPacket(() => {
      held = engine.runScenario(scenario);
      return held.results().packets;
    });
}

function roundsOf(runNow: () => number, runBefore: () => number): Rounds {
  const rounds = Array.from({ length: WARM_UPS + ROUNDS }, (_, round) => {
    if (round % 2 === 0) {
      const nowNs = runNow();
      return { now: nowNs, before: runBefore() };
    }
    const beforeNs = runBefore();
    return { now: runNow(), before: beforeNs };
  }).slice(WARM_UPS);
  return { now: rounds.map((round) => round.now), before: rounds.map((round) => round.before) };
}

/**
 * Measures a run in processor time, on which other processes have little effect. Before that, the garbage of the previous run is
 * collected.
 */
function nsPerPacket(run: () => number): number {
  globalThis.gc?.();
  const start = process.cpuUsage();
  const packets = run();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1e3) / packets;
}
