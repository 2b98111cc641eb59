/**
 * Tests that every congestion control with a story explains its actions in full sentences with its own numbers, and that
 * asking for an explanation has no side effect. `stories.test.ts` covers the general story of those without one.
 */
import { describe, expect, test } from "vitest";
import { congestionControls } from "../../src/engine/algorithms.ts";
import type { CongestionControl, SenderStory } from "../../src/engine/cc/congestion-control.ts";
import type { SenderDecision } from "../../src/engine/explain/explanation.ts";
import { senderStory } from "../../src/engine/explain/packet-tracer.ts";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { Connection } from "../../src/engine/tcp/connection.ts";
import type { Sender } from "../../src/engine/tcp/sender.ts";
import { FLOW_EVENT } from "../../src/engine/trace/snapshot.ts";
import { read } from "../engine/explain/asking.ts";
import { networkOf } from "./witness.ts";

const MARKS = "a queue that marks";
const DROPS = "a short queue that drops";
const BOTH = "losses on the way, also of what is sent again";

const QUEUES: readonly (readonly [string, string])[] = [
  [MARKS, "aqm=codel&duration=20s&flow=rtt=40ms"],
  ["a step that marks, on a short path", "aqm=step&duration=8s&flow=rtt=2ms"],
  [DROPS, "aqm=droptail&limit=30p&duration=20s&flow=rtt=80ms"],
  [BOTH, "aqm=codel&loss=0.08&duration=20s&flow=rtt=30ms"],
];

type EventName = SenderDecision["event"];
const NAMES = Object.keys(FLOW_EVENT) as EventName[];

interface Told {
  readonly event: EventName;
  readonly isCut: boolean;
  readonly sentences: readonly string[];
  readonly formula?: string;
}

/** Asks for an explanation at each event, and at each mark and loss that causes no event. */
class Asking {
  readonly told: Told[] = [];

  private readonly story: SenderStory;

  constructor(story: SenderStory, { cc, state, ownsCwnd, observer }: Sender) {
    this.story = story;
    const onEvent = observer.onEvent.bind(observer);
    observer.onEvent = (kind, before, after) => {
      this.ask(cc, state, { event: NAMES[kind], before, after });
      onEvent(kind, before, after);
    };
    if (!ownsCwnd) return;
    for (const [hook, event] of [
      ["ssthreshAfterMark", "ecnReduction"],
      ["ssthreshAfterLoss", "lossReduction"],
    ] as const) {
      const decide = cc[hook].bind(cc);
      cc[hook] = (one) => {
        const ssthresh = decide(one);
        if (ssthresh >= one.cwnd) this.ask(cc, one, { event, before: one.cwnd, after: one.cwnd });
        return ssthresh;
      };
    }
  }

  private ask(cc: CongestionControl, state: Sender["state"], decision: SenderDecision): void {
    const said = this.story.explain(cc, state, decision);
    expect(this.story.explain(cc, state, decision)).toEqual(said);
    expect(said, `${decision.event} has an explanation`).not.toBeNull();
    if (said === null) return;
    const { event, before, after } = decision;
    this.told.push({ event, isCut: after < before, ...read(said) });
  }
}

function scenarioOf(cc: string, fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(`${fragment},cc=${cc}&warmup=0s`);
  expect(problems).toEqual([]);
  return scenario;
}

function told(scenario: Scenario, story: SenderStory): readonly Told[] {
  const simulation = new Simulation(scenario);
  const { ends } = networkOf(simulation);
  while (ends.length === 0) simulation.stepEvent();
  const [flow] = ends.filter((end) => end instanceof Connection);
  const asking = new Asking(story, flow.sender);
  simulation.advance(Number.POSITIVE_INFINITY);
  expect(simulation.digest()).toBe(runScenario(scenario).digest());
  return asking.told;
}

function expectWhole({ sentences, formula }: Told): void {
  expect(sentences.length).toBeGreaterThanOrEqual(1);
  expect(sentences.length).toBeLessThanOrEqual(3);
  for (const sentence of sentences) expect(sentence).toMatch(/^\S.*[^.\s]\.$/);
  const all = [...sentences, ...(formula === undefined ? [] : [formula])];
  for (const text of all) {
    expect(text).not.toMatch(/NaN|undefined|null|Infinity|\[object|\.\d{6}/);
    expect(text.trim()).not.toBe("");
  }
}

const stories = congestionControls.flatMap(({ id }) => {
  const story = senderStory(id, undefined);
  return story === null ? [] : [{ cc: id, story }];
});

describe.each(stories)("$cc", ({ cc, story }) => {
  test.each(QUEUES)("%s", (queue, fragment) => {
    const all = told(scenarioOf(cc, fragment), story);
    for (const one of all) expectWhole(one);
    // There must be events to explain, and the explanation of every reduction must state its size.
    if (queue !== BOTH) expect(all.length).toBeGreaterThan(0);
    for (const { event, isCut, formula } of all)
      if (isCut && event !== "rto") expect(formula).toMatch(/\d segments?/);
  });
});
