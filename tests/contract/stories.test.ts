/**
 * Tests that every queue discipline and every sender explains its actions, with its own story or the general one, and that
 * every question about every run is answered.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { queueStory } from "../../src/engine/explain/packet-tracer.ts";
import {
  addFlow,
  congestionControls,
  defaultScenario,
  FLOW_EVENT,
  type FlowEventName,
  PACKET_KIND,
  QUEUE_EVENT,
  type Question,
  type QueueEventName,
  queueDisciplines,
  type Scenario,
  type Snapshot,
  type Story,
  setAqm,
  setCc,
  setParam,
} from "../../src/engine/index.ts";
import { registeredControls, registeredQueues } from "../../src/engine/registered.ts";
import { Storyteller } from "../../src/engine/replays.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { casesOfAll, MANY } from "../effort.ts";
import { tell, tellerOf, textOf } from "../engine/explain/asking.ts";
import { madeUpQueue } from "./made-up/made-up-queue.ts";
import { madeUpSender } from "./made-up/made-up-sender.ts";
import { anyScenario } from "./random-scenarios.ts";

const FLOW_NAMES = Object.keys(FLOW_EVENT) as FlowEventName[];
const QUEUE_NAMES = Object.keys(QUEUE_EVENT) as QueueEventName[];

function expectSound(story: Story): void {
  const text = textOf(story);
  expect(text).not.toMatch(/NaN|undefined|Infinity|null|\[object/);
  expect(story.title).not.toMatch(/NaN|undefined|Infinity/);
  expect(story.sentences.length, text).toBeGreaterThanOrEqual(3);
  expect(story.sentences.length, text).toBeLessThanOrEqual(6);
  for (const parts of story.sentences) {
    expect(textOf({ sentences: [parts] })).toMatch(/^\S.*\.$/);
    for (const part of parts) {
      if (typeof part === "string") continue;
      expect(Number.isFinite(part.atS ?? part.fact?.value), part.text).toBe(true);
    }
  }
  const times = story.chain.map(({ atS }) => atS);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  for (const { formula } of story.rules) expect(formula).not.toMatch(/NaN|undefined|Infinity|^$/);
  expect(structuredClone(story)).toEqual(story);
}

function flowQuestions({ flowEvents }: Snapshot): Question[] {
  return [...flowEvents.timeS].map((atS, i) => ({
    kind: "flow-event",
    event: FLOW_NAMES[flowEvents.kind[i]],
    flow: flowEvents.flow[i],
    atS,
  }));
}

function queueQuestions({ links }: Snapshot): Question[] {
  return links.flatMap(({ events }, link) =>
    [...events.timeS].map(
      (atS, i): Question => ({
        kind: "queue-event",
        event: QUEUE_NAMES[events.kind[i]],
        link,
        flow: events.flow[i],
        atS,
      }),
    ),
  );
}

/** Returns the last question of each kind. */
function lastOfEach(questions: readonly Question[]): Question[] {
  const kinds = new Map(questions.map((one) => ["event" in one ? one.event : one.kind, one]));
  return [...kinds.values()];
}

const setUsual = (scenario: Scenario): Scenario => scenario;

function short(change: (scenario: Scenario) => Scenario): Scenario {
  const scenario = setParam(change(defaultScenario()), { scope: "run" }, "duration", 8);
  return setParam(scenario, { scope: "flow", flow: 0 }, "rtt", 40);
}

describe("every queue discipline explains its marks and drops, with its own sentences if it has a story", () => {
  test.each(queueDisciplines.map(({ id }) => id))("%s", (aqm) => {
    for (const ecn of [true, false]) {
      const scenario = short((from) => {
        const greedy = addFlow(setAqm(from, aqm), { cc: "cubic", params: { rtt: 20 } });
        const small = setParam(greedy, { scope: "queue" }, "limit", "60p");
        return { ...small, flows: small.flows.map((spec) => ({ ...spec, params: { ...spec.params, ecn } })) };
      });
      const teller = tellerOf(scenario);
      for (const question of lastOfEach(queueQuestions(runScenario(scenario).snapshot()))) {
        const { story } = tell(teller, question);
        expectSound(story);
        const rule = story.rules.find(({ kind }) => kind === "aqm");
        expect(rule?.algorithm).toBe(aqm);
        const hasGeneralWords = /At that moment/.test(textOf(story));
        expect(hasGeneralWords, "general sentences").toBe(queueStory(aqm, undefined) === null);
      }
    }
  });
});

describe("every sender explains its reductions", () => {
  test.each(congestionControls.map(({ id }) => id))("%s", (cc) => {
    for (const aqm of ["codel", "droptail"]) {
      const scenario = short((from) =>
        setParam(setCc(setAqm(from, aqm), 0, cc), { scope: "queue" }, "limit", "60p"),
      );
      const teller = tellerOf(scenario);
      for (const question of lastOfEach(flowQuestions(runScenario(scenario).snapshot()))) {
        const { story } = tell(teller, question);
        expectSound(story);
        expect(story.rules.find(({ kind }) => kind === "cc")?.algorithm).toBe(cc);
      }
      for (const question of lastOfEach(queueQuestions(runScenario(scenario).snapshot())))
        expectSound(tell(teller, question).story);
    }
  });
});

test("a made-up queue and a made-up sender without explanations get the generic story", () => {
  registeredQueues.add([madeUpQueue]);
  registeredControls.add([madeUpSender]);
  const from = short(setUsual);
  const [flow] = from.flows;
  const scenario: Scenario = {
    ...from,
    queue: { aqm: "made-up", params: { ...from.queue.params, "made-level": 7 } },
    flows: [{ ...flow, cc: "made-up", params: { ...flow.params, "made-gain": 0.2 } }],
  };
  const run = new Simulation(scenario);
  run.advance(Number.POSITIVE_INFINITY);
  const teller = new Storyteller(scenario, (witness) => new Simulation(scenario, witness));
  const questions = [
    ...lastOfEach(flowQuestions(run.snapshot())),
    ...lastOfEach(queueQuestions(run.snapshot())),
  ];
  expect(questions.length).toBeGreaterThan(1);
  for (const question of questions) {
    const { story } = tell(teller, question);
    expectSound(story);
    expect(story.rules.map(({ algorithm }) => algorithm)).toContain("made-up");
    expect(textOf(story)).toContain("Made-up");
  }
});

describe("in every run", () => {
  /** Returns some of the possible questions about a run: events, packets of the picture, joins, ranges. */
  function questionsOf(scenario: Scenario, snapshot: Snapshot, share: number): Question[] {
    const atS = snapshot.nowS * share;
    const events = [...flowQuestions(snapshot), ...queueQuestions(snapshot)];
    const picked = events.filter((_, i) => i === Math.floor(share * events.length));
    const flow = Math.floor(share * snapshot.results.flows.length);
    const link = Math.floor(share * snapshot.links.length);
    const stretches = (["queue", "cwnd", "throughput", "fairness"] as const).map(
      (of): Question => ({
        kind: "stretch",
        of,
        link,
        flow: of === "cwnd" || of === "throughput" ? flow : null,
        fromS: atS / 2,
        toS: atS,
      }),
    );
    return [
      ...picked,
      ...packetQuestions(scenario, atS),
      { kind: "join", flow, atS: snapshot.results.flows[flow].startS },
      ...stretches,
    ];
  }

  function packetQuestions(scenario: Scenario, atS: number): Question[] {
    const simulation = new Simulation(scenario);
    simulation.advance(atS);
    const { links, data, acks, nowS } = simulation.pathState();
    const places = [
      ...links.map(({ queued }, link) => ({ packets: queued, link, isQueued: true })),
      ...links.map(({ moving }, link) => ({ packets: moving, link, isQueued: false })),
      ...[data, acks].map((packets) => ({ packets, link: null, isQueued: false })),
    ];
    return places.flatMap(({ packets: { end, seq, kind }, link, isQueued }): Question[] => {
      if (end.length === 0) return [];
      const at = end.length >> 1;
      const isAck = (kind[at] & PACKET_KIND.ack) !== 0;
      return [{ kind: "packet", packet: { end: end[at], seq: seq[at], isAck, link, isQueued }, atS: nowS }];
    });
  }

  test("any question gets a valid story in short steps, and so do the previous and next ones", MANY, () => {
    fc.assert(
      fc.property(anyScenario, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (scenario, share) => {
        const snapshot = runScenario(scenario).snapshot();
        const teller = tellerOf(scenario);
        for (const question of questionsOf(scenario, snapshot, share)) {
          if (question.kind === "join" && question.atS > snapshot.nowS) continue;
          const { story, steps } = tell(teller, question);
          expectSound(story);
          expect(steps).toBeLessThan(20_000);
          for (const beside of [story.previous, story.next])
            if (beside !== null) expectSound(tell(teller, beside).story);
        }
      }),
      casesOfAll(5, 15),
    );
  });
});
