import { expect, it } from "vitest";
import { defaultScenario, type FlowDelays } from "../../../src/engine/index.ts";
import { FlowDelayStore, type WantedDelays } from "../../../src/ui/core/flow-delay-store.ts";
import { heard, MadeClock, madeResults } from "./made-runs.ts";

interface Asked {
  readonly nowS: number;
  readonly link: number;
  answer(delays: FlowDelays | null): void;
  fail(error: Error): void;
}

function setUp() {
  const clock = new MadeClock();
  const asked: Asked[] = [];
  const counted = new FlowDelayStore(
    {
      count: (_, link, nowS) =>
        new Promise((resolve, reject) => asked.push({ nowS, link, answer: resolve, fail: reject })),
    },
    clock,
  );
  return { clock, asked, counted };
}

const wanted = (given: Partial<WantedDelays> = {}): WantedDelays => ({
  scenario: defaultScenario(),
  nowS: 100,
  flows: madeResults().flows,
  link: 0,
  ...given,
});
const delays: FlowDelays = { link: 0, flows: [] };

it("counts once a run is at rest", async () => {
  const { clock, asked, counted } = setUp();
  counted.want(wanted({ nowS: 10 }));
  clock.frame(200);
  const last = wanted({ nowS: 20 });
  counted.want(last);
  clock.frame(200);
  expect(asked).toHaveLength(0);
  clock.frame(200);
  expect(asked.map(({ nowS }) => nowS)).toEqual([20]);
  asked[0].answer(delays);
  await heard();
  expect(counted.store.get()).toEqual({ wanted: last, delays, error: null });
});

it("known delays are not counted again; another link's are", () => {
  const { clock, asked, counted } = setUp();
  const first = wanted();
  counted.want(first);
  counted.want({ ...first });
  clock.frame(400);
  counted.want({ ...first, link: 1 });
  clock.frame(400);
  expect(asked.map(({ link }) => link)).toEqual([0, 1]);
});

it("a late answer is not shown, and a failure is reported", async () => {
  const { clock, asked, counted } = setUp();
  counted.want(wanted());
  clock.frame(400);
  counted.want(wanted());
  asked[0].answer(delays);
  await heard();
  expect(counted.store.get().delays).toBeNull();
  clock.frame(400);
  asked[1].fail(new Error("no worker"));
  await heard();
  expect(counted.store.get().error).toBe("no worker");
});
