import { expect, test } from "vitest";
import { addFlow, defaultScenario, setAqm, setParam } from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { newsAt } from "../../../../src/ui/bench/player/StepNews.tsx";

const timed = setParam(defaultScenario(), { scope: "run" }, "duration", 20);

const changeAt10 = (id: string, value: string) => ({ atS: 10, flow: null, link: null, id, value });

test("a signal at the watched link is reported with the action of the discipline, the packet's flow, and the question", () => {
  const snapshot = runScenario(timed).snapshot();
  const [atS] = snapshot.links[0].events.timeS;
  expect(newsAt(timed, snapshot, 0, atS)).toEqual({
    text: "0.612 s: CoDel marked a packet of flow 1.",
    question: { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: expect.closeTo(atS, 9) },
  });
  expect(newsAt(timed, snapshot, 0, atS + 1e-3)).toBeNull();
});

test("a reduction of a sender is reported", () => {
  const snapshot = runScenario(timed).snapshot();
  const [atS] = snapshot.flowEvents.timeS;
  expect(newsAt(timed, snapshot, 0, atS)).toEqual({
    text: "0.712 s: Flow 1 cut cwnd from 253 to 126 segments for a mark.",
    question: { kind: "flow-event", event: "ecnReduction", flow: 0, atS: expect.closeTo(atS, 9) },
  });
});

test("a drop is described by the discipline in force then, and at most two events are listed", () => {
  const small = setParam(setAqm(timed, "droptail"), { scope: "queue" }, "limit", "10p");
  const changed = {
    ...addFlow(small, { cc: "cubic" }),
    changes: [changeAt10("limit", "1000p"), changeAt10("aqm", "red")],
  };
  const snapshot = runScenario(changed).snapshot();
  const { timeS, kind } = snapshot.links[0].events;
  const at = (i: number) => newsAt(changed, snapshot, 0, timeS[i])?.text ?? "";
  expect(at(0)).toMatch(/^0\.\d{3} s: A packet of flow \d was dropped: the queue was full\./);
  const drawn = kind.findIndex((one, i) => one === 0 && timeS[i] > 10);
  expect(at(drawn)).toMatch(/s: RED marked a packet of flow \d\./);
  for (let i = 0; i < timeS.length; i++) expect(at(i).split(". ").length).toBeLessThanOrEqual(2);
});
