/** The bench with live sessions of the real engine, in this thread. Frames run when the test says so. */
import type { Scenario } from "../../../src/engine/index.ts";
import { LiveWatch } from "../../../src/engine/replays.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import type { LiveListener, LiveSession as PageSession } from "../../../src/workers/live-client.ts";
import { WorkerLiveSession } from "../../../src/workers/live-runner.ts";
import type { LiveCommand } from "../../../src/workers/protocol.ts";
import { MadeAddress, MadeClock, MadeSimulator } from "./made-runs.ts";

/** Maximum number of events of a test's run. A longer run is stopped there. */
const MOST_EVENTS = 300_000;

class RealLive extends MadeSimulator {
  #session: WorkerLiveSession | null = null;
  #on: LiveListener | null = null;
  #waiting: LiveCommand[] = [];

  override live(scenario: Scenario, on: LiveListener, fromS = 0): PageSession {
    const watch = new LiveWatch();
    const own = structuredClone(scenario);
    const simulation = new Simulation(own, watch.log);
    this.#session = new WorkerLiveSession(1, { scenario: own, fromS, playAt: null }, simulation, watch);
    this.#on = on;
    const waiting: LiveCommand[] = [];
    this.#waiting = waiting;
    const tell = (command: LiveCommand) => {
      waiting.push(structuredClone(command));
    };
    return {
      play: (speed) => tell({ kind: "play", speed }),
      pause: () => tell({ kind: "pause" }),
      step: (step) => tell({ kind: "step", step }),
      change: (change) => tell({ kind: "change", change }),
      addFlow: (flow) => tell({ kind: "add-flow", flow }),
      stopAt: (stopAt) => tell({ kind: "stop-at", stopAt }),
      unseen: () => waiting,
      stop: () => {},
    };
  }

  /** Runs one frame: first commands, then simulated time up to `untilS`, then a report to the page. */
  pump(untilS: number): void {
    const session = this.#session;
    if (session === null) return;
    for (const command of this.#waiting.splice(0)) {
      if (command.kind !== "stop") session.apply(command, 0);
    }
    const { simulation } = session;
    simulation.advance(Math.max(untilS, session.goalS), MOST_EVENTS);
    const playing = !simulation.done;
    this.#on?.frame({
      snapshot: simulation.snapshot(),
      pathState: simulation.pathState(),
      scenario: structuredClone(simulation.scenario),
      playing,
      speed: 1,
      stopAt: null,
      news: null,
    });
  }

  get digest(): string {
    return this.#session?.simulation.digest() ?? "";
  }
}

export function realLive(fragment: string) {
  const [simulator, address, clock] = [new RealLive(), new MadeAddress(), new MadeClock()];
  address.location.hash = `#${fragment}&mode=live`;
  const bench = new Bench(simulator, address, clock);
  bench.start(false);
  return { bench, simulator, address, clock };
}
