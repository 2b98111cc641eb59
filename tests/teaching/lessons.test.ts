import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readLesson, STEP_KINDS } from "../../src/teaching/document/lesson.ts";
import { type EventKind, runEvents } from "../../src/ui/core/run-events.ts";
import { LESSONS_ON } from "../../src/ui/features/custom-code/code-session.ts";
import { PIECES } from "../../src/ui/parts/pieces.ts";
import { ready } from "../engine/custom/custom-runs.ts";
import { backedIn, isBare, toldIn } from "./claims.ts";
import { type LessonRun, shownRuns, untrueIn } from "./lesson-runs.ts";
import { runsAt, TOLD_CLAIMS, unbacked } from "./told-claims.ts";

const root = join(import.meta.dirname, "../..");
const known = { pieces: PIECES.map(({ id }) => id) };
const FOLDERS = ["lessons", "labs"] as const;

beforeAll(ready);

/** Returns the counts after the warm-up twice: from the numbers, and from the list of events. */
function countedTwice({ scenario, snapshot }: LessonRun) {
  const { links, flows } = snapshot.results;
  const events = runEvents(snapshot).filter(({ atS }) => atS >= Number(scenario.run.warmup));
  const listed = (...kinds: EventKind[]) => events.filter(({ kind }) => kinds.includes(kind)).length;
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  const ofQueues = snapshot.links.every(({ events: { stride } }) => stride === 1);
  const ofSenders = snapshot.flowEvents.stride === 1 && snapshot.flows.length === flows.length;
  const numbers = {
    ...(ofQueues && {
      marks: sum(links.map(({ marks }) => marks)),
      drops: sum(links.map(({ drops }) => drops.aqm + drops.overflow + drops.link)),
    }),
    ...(ofSenders && {
      ecnReductions: sum(flows.map(({ ecnReductions }) => ecnReductions)),
      lossReductions: sum(flows.map(({ lossReductions }) => lossReductions)),
      rtos: sum(flows.map(({ rtos }) => rtos)),
    }),
  };
  const list = {
    ...(ofQueues && { marks: listed("mark"), drops: listed("aqmDrop", "overflowDrop", "linkLoss") }),
    ...(ofSenders && {
      ecnReductions: listed("ecnReduction"),
      lossReductions: listed("lossReduction"),
      rtos: listed("rto"),
    }),
  };
  return { numbers, list };
}

/** Returns the last fenced example of the documentation for teachers. */
function example(): string {
  const page = readFileSync(join(root, "docs/lessons.md"), "utf8");
  return [...page.matchAll(/^```markdown\n([\s\S]*?)^```$/gm)].at(-1)?.[1] ?? "";
}

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md") && !name.endsWith("-task.md"))
      .map((name) => ({ name, folder, text: readFileSync(join(root, folder, name), "utf8") })),
  ),
  { folder: "docs", name: "example.md", text: example() },
];

describe.each(files)("$name", ({ name, text }) => {
  const { lesson, problems } = readLesson(text, known);

  test("reads without a problem, under its own name", () => {
    expect(problems).toEqual([]);
    expect(`${lesson?.id}.md`).toBe(name);
  });

  test("predicts, runs, compares, explains and asks, in this order", () => {
    const kinds = lesson?.steps.map(({ kind }) => kind) ?? [];
    const first = STEP_KINDS.map((kind) => kinds.indexOf(kind));
    expect(first).not.toContain(-1);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(kinds.at(-1)).toBe("question");
  });

  test("compares each prediction", () => {
    const kinds = lesson?.steps.map(({ kind }) => kind) ?? [];
    const left = kinds.filter((kind, i) => kind === "predict" && !kinds.slice(i).includes("compare"));
    expect(left).toEqual([]);
  });

  test("is true", () => {
    expect(lesson && untrueIn(lesson)).toEqual([]);
  });

  test("states from when a count counts", () => {
    const count = /\{(?:marks|drops|retransmissions|rtos|ecn-reductions|loss-reductions)\b/;
    // With a warm-up of 0 s, counts cover the whole run.
    if (/warmup=0s/.test(text)) return;
    const silent = text
      .split(/\n\s*\n/)
      .filter((paragraph) => count.test(paragraph) && !paragraph.includes("{setting warmup}"));
    expect(silent).toEqual([]);
  });

  test("states the time of a longest wait if slow start had a longer one", () => {
    for (const step of lesson?.steps ?? []) {
      const [{ snapshot }] = shownRuns(step);
      const whole = Math.max(...snapshot.links[0].queue.sojournMs.max.filter((ms) => !Number.isNaN(ms)));
      if (whole <= (snapshot.results.links[0].sojournMs?.max ?? 0) + 0.1) continue;
      const silent = step.parts
        .map(({ tokens }) => tokens.map(({ raw }) => raw).join(""))
        .filter((text) => text.includes("{delay-max}") && !/once slow start is over/i.test(text));
      expect(silent).toEqual([]);
    }
  });

  test("counts like the event list beside it, if the list is complete", () => {
    const shown = lesson?.steps.flatMap(shownRuns).map(countedTwice) ?? [];
    for (const { numbers, list } of shown) expect(numbers).toEqual(list);
    expect(shown.some(({ list }) => Object.keys(list).length === 5)).toBe(true);
  });

  // The documentation's example is not used in a class, so it needs no evidence.
  test.skipIf(name === "example.md")("has evidence for each sentence that a run may contradict", () => {
    if (lesson === null) return;
    const lines = lesson.steps.flatMap(({ claims, asked }) => [...claims, ...asked]).map((one) => one.text);
    const told = toldIn(lesson)
      .filter(
        ({ sentence, step }) =>
          isBare(sentence, backedIn(lesson, step)) || sentence in (TOLD_CLAIMS[lesson.id] ?? {}),
      )
      .map(({ sentence, step }) => ({ sentence, runs: runsAt(step.inForce) }));
    expect(unbacked(lesson.id, told, lines)).toEqual([]);
  });
});

test("the lessons that the editor links to exist with their titles", () => {
  const titles = new Map(files.map(({ name, text }) => [name, readLesson(text, known).lesson?.title]));
  for (const [id, title] of [...LESSONS_ON.sender, ...LESSONS_ON.queue])
    expect(titles.get(`${id}.md`)).toBe(title);
});

test("each lesson has a unique id, and a position of its own on its shelf", () => {
  const read = files.flatMap(({ text }) => readLesson(text, known).lesson ?? []);
  expect(new Set(read.map(({ id }) => id)).size).toBe(files.length);
  for (const shelf of ["lesson", "lab"]) {
    const orders = read.filter(({ kind }) => kind === shelf).map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
  }
});
