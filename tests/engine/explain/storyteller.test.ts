import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { Storyteller, TooLargeRun } from "../../../src/engine/replays.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import type { PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, textOf } from "./asking.ts";

const { scenario } = scenarioFromUrl(plainTcp("flow=count=3&duration=30s"));
const { links } = runScenario(scenario).snapshot();
const { timeS, flow } = links[0].events;
const markAt = (i: number) =>
  ({ kind: "queue-event", event: "mark", link: 0, flow: flow[i], atS: timeS[i] }) as const;

function counting(mostFacts?: number) {
  let replays = 0;
  const make = (log: PacketLog) => {
    replays++;
    return new Simulation(scenario, log);
  };
  return { teller: new Storyteller(scenario, make, mostFacts), replays: () => replays };
}

test("a run with more signals than are kept can be explained completely, in any order of questions", () => {
  const [few, all] = [counting(12), counting()];
  expect(timeS.length).toBeGreaterThan(60);
  for (const i of [50, 3, 30, timeS.length - 2]) {
    const told = tell(few.teller, markAt(i)).story;
    const whole = tell(all.teller, markAt(i)).story;
    expect([told.title, textOf(told).slice(0, 60)]).toEqual([whole.title, textOf(whole).slice(0, 60)]);
    expect(told.previous).toEqual(markAt(i - 1));
    expect(told.next).toEqual(markAt(i + 1));
  }
  expect(all.replays()).toBe(5);
});

test("replays have the result of the run, and leave no state behind", () => {
  const logged: Simulation[] = [];
  const teller = new Storyteller(scenario, (log) => {
    const simulation = new Simulation(scenario, log);
    logged.push(simulation);
    return simulation;
  });
  tell(teller, markAt(20));
  for (const simulation of logged) {
    simulation.advance(Number.POSITIVE_INFINITY);
    expect(simulation.digest()).toBe(runScenario(scenario).digest());
  }
  expect(logged).toHaveLength(2);
});

test("a question may be cancelled at any step, and the next one is answered", () => {
  const { teller } = counting();
  const given = teller.tell(markAt(40), Number.POSITIVE_INFINITY);
  for (let i = 0; i < 5; i++) expect(given.next().done).toBe(false);
  expect(tell(teller, markAt(41)).story.atS).toBe(timeS[41]);
});

test("a replay that failed is made again for the next question", () => {
  let replays = 0;
  const teller = new Storyteller(scenario, (log) => {
    replays++;
    return new Simulation(scenario, log, replays === 1 ? 1 : undefined);
  });
  expect(() => tell(teller, markAt(20))).toThrow(TooLargeRun);
  expect(tell(teller, markAt(20)).story.atS).toBe(timeS[20]);
});

test("a question without a time is refused", () => {
  const { teller, replays } = counting();
  for (const atS of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => tell(teller, { ...markAt(3), atS })).toThrow(
      "The question does not name a time in the run.",
    );
  expect(replays()).toBe(0);
});
