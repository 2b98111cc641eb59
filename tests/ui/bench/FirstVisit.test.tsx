import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addFlow, defaultScenario, type Scenario, setAqm, setTopology } from "../../../src/engine/index.ts";
import { readLesson } from "../../../src/teaching/document/lesson.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { FIRST_LESSON, FIRST_VISIT, FirstVisit } from "../../../src/ui/bench/FirstVisit.tsx";
import { Bench } from "../../../src/ui/core/bench.ts";
import { WHOLE_PAGE } from "../../../src/ui/core/page-options.ts";
import { withSlice } from "../../../src/ui/core/slice.ts";
import type { AppState } from "../../../src/ui/core/store.ts";
import { initialState } from "../../../src/ui/core/store.ts";
import { BenchContext } from "../../../src/ui/core/use-store.ts";
import { EDITOR } from "../../../src/ui/features/custom-code/EditorOrControls.tsx";
import { PIECES } from "../../../src/ui/parts/pieces.ts";
import { madeDevice } from "../core/made-device.ts";
import { MadeAddress, MadeClock, MadeSimulator } from "../core/made-runs.ts";

madeDevice();

function shown(settings: Scenario, visited = false, more: Partial<AppState> = {}): string {
  const bench = new Bench(
    new MadeSimulator(),
    new MadeAddress(),
    new MadeClock(),
    undefined,
    undefined,
    PAGE,
  );
  bench.device.write(FIRST_VISIT, !visited);
  bench.store.set({ settings, ...more });
  const page = renderToStaticMarkup(
    <BenchContext value={bench}>
      <FirstVisit />
    </BenchContext>,
  );
  return page.replace(/<[^>]+>/g, "");
}

test("a first visitor reads three lines: what this is, what to try, where to learn", () => {
  const lines = shown(defaultScenario());
  expect(lines).toContain("one sender, one queue, one link");
  expect(lines).toContain("drag the highlighted control, βecn");
  expect(lines).toContain("lesson 1 or choose a lab");
  expect(shown(setAqm(defaultScenario(), "droptail"))).toContain("drag the highlighted control, Limit");
});

test("these lines are shown once, and only for runs for which they are true", () => {
  expect(shown(defaultScenario(), true)).toBe("");
  expect(shown(defaultScenario(), false, { frame: { ...WHOLE_PAGE, embed: true } })).toBe("");
  expect(
    shown(
      defaultScenario(),
      false,
      withSlice(initialState(defaultScenario()), EDITOR, { place: { kind: "queue" } }),
    ),
  ).toBe("");
  expect(shown(addFlow(defaultScenario()))).toBe("");
  expect(shown(setTopology(defaultScenario(), "parking-lot"))).toBe("");
});

test("lesson 1 is the first in the list", () => {
  const folder = resolve(import.meta.dirname, "../../../lessons");
  const pieces = PIECES.map(({ id }) => id);
  const lessons = readdirSync(folder).flatMap((file) => {
    const { lesson } = readLesson(readFileSync(join(folder, file), "utf8"), { pieces });
    return lesson === null ? [] : [lesson];
  });
  lessons.sort((a, b) => a.order - b.order);
  expect(lessons[0].id).toBe(FIRST_LESSON);
});
