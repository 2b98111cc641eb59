import fc from "fast-check";
import { expect, test } from "vitest";
import { PictureRunner } from "../../src/workers/picture-runner.ts";
import { cases } from "../effort.ts";
import { fakeScenario } from "./fake-simulation.ts";
import { fakeSurroundings } from "./surroundings.ts";

function setUp() {
  const around = fakeSurroundings();
  const runner = new PictureRunner(around);
  const ask = async (...request: Parameters<PictureRunner["at"]>) => {
    const picture = runner.at(...request);
    await around.time.run();
    return picture;
  };
  return { around, runner, ask };
}

const run = (costMs = 0, name = "run") => fakeScenario({ durationS: 100, costMs, name });

test("a picture is of the time asked for", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 12.5)).toMatchObject({ nowS: 12.5 });
});

test("one simulation is kept while the time grows for the same scenario", async () => {
  const { around, ask } = setUp();
  for (const atS of [1, 2, 2, 3.5]) expect(await ask(run(), atS)).toMatchObject({ nowS: atS });
  expect(around.created).toHaveLength(1);
});

test("an earlier time or another scenario begins anew", async () => {
  const { around, ask } = setUp();
  await ask(run(), 5);
  expect(await ask(run(), 3)).toMatchObject({ nowS: 3 });
  expect(await ask(run(0, "other"), 4)).toMatchObject({ nowS: 4 });
  expect(around.created).toHaveLength(3);
});

test("a time after the end gives the end", async () => {
  const { ask } = setUp();
  expect(await ask(run(), 1e6)).toMatchObject({ nowS: 100 });
});

test("a failing scenario rejects, and the next request works", async () => {
  const { around, runner } = setUp();
  const failing = runner.at(fakeScenario({ durationS: 10, failAtS: 5 }), 8);
  const caught = failing.catch((error: Error) => error.message);
  await around.time.run();
  expect(await caught).toBe("the heap is upside down");
  const next = runner.at(run(), 8);
  await around.time.run();
  expect(await next).toMatchObject({ nowS: 8 });
});

test("the newest request is always answered, every older one either exactly or with null", async () => {
  const step = fc.record({
    atS: fc.integer({ min: 0, max: 100 }),
    name: fc.constantFrom("a", "b"),
    pauseMs: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { around, runner } = setUp();
      const answers = [];
      for (const { atS, name, pauseMs } of steps) {
        answers.push(runner.at(run(0.001, name), atS));
        await around.time.run(around.time.nowMs + pauseMs);
      }
      await around.time.run();
      const pictures = await Promise.all(answers);
      expect(pictures.at(-1)).not.toBeNull();
      for (const [i, picture] of pictures.entries())
        if (picture !== null) expect(picture.nowS).toBe(steps[i].atS);
    }),
    cases(40),
  );
});
