import { describe, expect, it } from "vitest";
import { getParam, programLabel, type Snapshot, scenarioToUrl } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import { packText } from "../../../../src/lib/packed-text.ts";
import { type Lesson, readLesson } from "../../../../src/teaching/document/lesson.ts";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { sliceIn } from "../../../../src/ui/core/slice.ts";
import { consentOf } from "../../../../src/ui/features/custom-code/consent.ts";
import { EDITOR } from "../../../../src/ui/features/custom-code/EditorOrControls.tsx";
import {
  LessonSession,
  lastRight,
  lessonKey,
  lessonRuns,
  NO_PROGRESS,
  rightIn,
  score,
} from "../../../../src/ui/features/lessons/lesson-session.ts";
import { LESSONS, readLessonFile, storedLessons } from "../../../../src/ui/parts/guide/guide-documents.ts";
import { madeBench } from "../../core/made-runs.ts";

const FILE = `---
kind: lesson
id: x
lang: en
title: T
minutes: 5
learn: L
---
## One

step: predict
bench: #beta-ecn=0.6&duration=8s&warmup=2s

- [ ] a
  > A
- [x] b
  > B

## Two

step: predict
draw: delay from 0 s to 8 s up to 90 ms
judge: mean within 90 ms

## Three

step: run
bench: #beta-ecn=0.7&duration=8s&warmup=2s
done: setting beta-ecn >= 0.8
solved with: beta-ecn=0.8

## Four

step: compare

See.
`;

function begun(file = FILE) {
  const bench = madeBench();
  const { lesson } = readLessonFile(file);
  if (lesson === null) throw new Error("the lesson reads");
  bench.store.set({ guide: { kind: "lesson", text: "x", step: 1, sets: true } });
  return { bench, session: new LessonSession(bench, lesson, "x") };
}

const betaOf = (bench: Bench) => getParam(bench.store.get().scenario, { scope: "flow", flow: 0 }, "beta-ecn");

/** Puts a snapshot for the current settings into the store, as after a simulation. */
function simulated(bench: Bench): Snapshot {
  const { scenario } = bench.store.get();
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  const snapshot = simulation.snapshot();
  bench.store.set(({ run }) => ({ run: { ...run, scenario, snapshot } }));
  return snapshot;
}

describe("a lesson in progress", () => {
  it("opens with a setting that no longer exists, and names it", () => {
    const { bench, session } = begun(FILE.replace("#beta-ecn=0.6", "#bbr-budget=4&beta-ecn=0.6"));
    session.begin(1);
    expect(bench.store.get().notices).toMatchObject([
      {
        title: "One setting in this lesson no longer exists.",
        lines: [expect.stringMatching(/^"bbr-budget=4" no longer exists: /)],
      },
    ]);
  });

  it("sets the bench, step by step, as an edit that can be undone", () => {
    const { bench, session } = begun();
    session.begin(2);
    expect(betaOf(bench)).toBe(0.6);
    session.go(3);
    expect([betaOf(bench), bench.store.get().guide?.step]).toEqual([0.7, 3]);
    bench.edits.undo();
    expect(betaOf(bench)).toBe(0.6);
    expect(session.store.get().reached).toBe(3);
  });

  it("switches on the plots that a step asks for, and leaves the others as they are", () => {
    const { bench, session } = begun(FILE.replace("beta-ecn=0.7&", "beta-ecn=0.7&more=queue-length&"));
    bench.store.set(({ frame }) => ({ frame: { ...frame, more: ["srtt"] } }));
    session.go(3);
    expect(bench.store.get().frame.more).toEqual(["srtt", "queue-length"]);
  });

  it("fixes predictions once the next step is reached", () => {
    const { session } = begun();
    session.choose(0, 0);
    session.choose(0, 1);
    session.choose(0, 1);
    expect(session.answer(0)).toEqual({ chosen: [0, 1] });
    session.go(2);
    expect(session.answer(0)).toEqual({ chosen: [0, 1], stands: true });
  });

  it("detects a solved exercise, and can show a solution as the student's own edit", () => {
    const { bench, session } = begun();
    session.go(3);
    session.observe(2, lessonRuns(bench.store.get()), simulated(bench));
    expect(session.answer(2).done).toBeUndefined();
    session.solve(session.lesson.steps[2]);
    expect(betaOf(bench)).toBe(0.8);
    expect(
      getParam(
        bench.store.get().pinned?.scenario ?? bench.store.get().scenario,
        { scope: "flow", flow: 0 },
        "beta-ecn",
      ),
    ).toBe(0.7);
    simulated(bench);
    session.observe(2, lessonRuns(bench.store.get()), bench.store.get().run.snapshot);
    expect(session.answer(2).done).toBe(true);
  });

  it("removes the reply to an exercise when Back shows the first run again", () => {
    const { bench, session } = begun();
    const done = { kind: "done", not: false } as const;
    const says = () => session.holds(done, lessonRuns(bench.store.get()), 2);
    session.go(3);
    simulated(bench);
    expect(says()).toBe(false);
    session.solve(session.lesson.steps[2]);
    const snapshot = simulated(bench);
    session.observe(2, lessonRuns(bench.store.get()), snapshot);
    expect(says()).toBe(true);
    session.go(3);
    simulated(bench);
    // The exercise was done once, and that stays true, although the current run does not show it.
    expect(session.answer(2).done).toBe(true);
    expect(says()).toBe(false);
  });

  it("does not count a run that was on the screen before the step was opened", () => {
    const { bench, session } = begun();
    session.go(3);
    session.solve(session.lesson.steps[2]);
    const snapshot = simulated(bench);
    const before = lessonRuns(bench.store.get());
    session.go(3);
    session.observe(2, before, snapshot);
    expect(session.answer(2).done).toBeUndefined();
  });

  it("compares a drawing once, with the first run after it", () => {
    const { bench, session } = begun();
    session.go(2);
    session.draw(1, [{ timeS: 0, value: 30 }]);
    session.draw(1, []);
    expect(session.answer(1).points).toBeUndefined();
    session.draw(1, [{ timeS: 0, value: 30 }]);
    session.observe(1, lessonRuns(bench.store.get()), simulated(bench));
    expect(session.answer(1).compared).toBeUndefined();
    session.go(3);
    // Values are read only from the run that is on the screen.
    session.observe(2, lessonRuns(bench.store.get()), bench.store.get().run.snapshot);
    expect(session.answer(1).compared).toBeUndefined();
    const snapshot = simulated(bench);
    session.observe(2, lessonRuns(bench.store.get()), snapshot);
    expect(session.answer(1).compared).toMatchObject([{ drawn: 30, right: true }]);
  });

  it("shows the time range of a drawing right after it", () => {
    const { bench, session } = begun();
    session.go(2);
    expect(bench.store.get().view.zoom).toBeNull();
    session.go(3);
    expect(bench.store.get().view.zoom).toEqual([0, 8]);
  });

  it("shows the time range of a step, and leaves the plots as they are at a step without one", () => {
    const { bench, session } = begun(FILE.replace("done:", "view: from 1 s to 2 s\ndone:"));
    session.begin(3);
    session.showView(2);
    expect(bench.store.get().view.zoom).toEqual([1, 2]);
    session.go(1);
    session.showView(0);
    expect(bench.store.get().view.zoom).toBeNull();
    session.showView(3);
    expect(bench.store.get().view.zoom).toEqual([1, 2]);
  });

  it("can be restarted", () => {
    const { session } = begun();
    session.choose(0, 1);
    session.go(3);
    session.again();
    expect(session.store.get()).toEqual({ reached: 1, answers: {} });
  });
});

const CODED = `---
kind: lesson
id: coded
lang: en
title: T
minutes: 5
learn: L
---
## One

step: run
bench: #cc=@first&duration=8s&warmup=2s
code: sender
done: utilisation >= 1 %
solved with: cc=@second

## Two

step: explain

As before.

## Three

step: explain
code: closed

The controls again.

\`\`\`program first
// @sender First
function onAck(tcp) {}
\`\`\`

\`\`\`program second
// @sender Second
function onAck(tcp) { tcp.cwnd += 1 }
\`\`\`
`;

describe("a lesson about a program", () => {
  function coded() {
    const bench = madeBench();
    const { lesson } = readLessonFile(CODED);
    if (lesson === null) throw new Error("the lesson reads");
    return { bench, lesson, session: new LessonSession(bench, lesson, "x") };
  }
  const senderOf = (bench: Bench) => {
    const { flows, programs } = bench.store.get().scenario;
    return programLabel(flows[0].cc, programs);
  };

  it("shows it from its step on, until the lesson closes it", () => {
    const { bench, session } = coded();
    const shown = [0, 1, 2].map((index) => {
      session.showCode(index);
      return sliceIn(bench.store.get(), EDITOR).place;
    });
    expect(shown).toEqual([{ kind: "sender", flow: 0 }, { kind: "sender", flow: 0 }, null]);
  });

  it("runs none of its programs, and offers no solution, before the user has agreed", () => {
    const { bench, lesson, session } = coded();
    session.begin(1);
    expect([senderOf(bench), bench.store.get().dialog]).toEqual([undefined, "program"]);
    expect(consentOf(bench).held?.packed).toEqual([lesson.programs[0]]);
    consentOf(bench).agree();
    expect(senderOf(bench)).toBe("First");
    session.solve(lesson.steps[0]);
    expect(senderOf(bench)).toBe("First");
    consentOf(bench).agree();
    expect(senderOf(bench)).toBe("Second");
    // A program that the user accepted once is not asked about again.
    session.begin(1);
    expect(senderOf(bench)).toBe("First");
  });
});

describe("the stored lessons", () => {
  it("come in their order, each with its text", async () => {
    const list = await storedLessons();
    expect(list[0].lesson.id).toBe("bufferbloat");
    expect(await LESSONS.text("bufferbloat")).toBe(list[0].text);
    await expect(LESSONS.text("nothing-like-it")).rejects.toThrow("There is no lesson “nothing-like-it”");
    expect(scenarioToUrl(begun().bench.store.get().scenario)).toBe("v=2");
  });
});

const OPTIONS = "- [ ] a\n  > A\n- [x] b\n  > B\n";
const { lesson: judged } = readLesson(
  `---\nkind: lesson\nid: x\nlang: en\ntitle: T\nminutes: 5\nlearn: L\n---
## One

step: predict
bench: #

${OPTIONS}
## Two

step: predict
draw: delay from 0 s to 9 s up to 90 ms
judge: mean within 9 ms

## Three

step: compare

## Four

step: question

${OPTIONS}`,
  { pieces: [] },
) as { lesson: Lesson };

const compared = (right: boolean) => ({
  yardstick: { measure: "mean" as const, within: 9 },
  drawn: 1,
  run: 2,
  apart: 1,
  right,
});

describe("progress in a lesson", () => {
  it("counts the last choice of a prediction, the first of a question, and a drawing by its measures", () => {
    const [predict, draw, explain, question] = judged.steps;
    expect(rightIn(predict, { chosen: [0, 1] })).toBe(true);
    expect(rightIn(question, { chosen: [0, 1] })).toBe(false);
    expect(rightIn(draw, { compared: [compared(true), compared(false)] })).toBe(false);
    expect(rightIn(draw, { points: [] })).toBeNull();
    expect(rightIn(predict, undefined)).toBeNull();
    expect(rightIn(predict, { chosen: [9] })).toBeNull();
    expect(rightIn(explain, {})).toBeNull();
  });

  it("contains the latest answers, and their total", () => {
    const progress = {
      reached: 4,
      answers: { 0: { chosen: [0] }, 1: { compared: [compared(true)] }, 3: { chosen: [1] } },
    };
    expect([0, 1, 2, 3, 9].map((at) => lastRight(judged, progress, at))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(score(judged, progress)).toBe("2 of 3 right");
    expect(score(judged, NO_PROGRESS)).toBe("0 of 3 right");
    expect(lastRight(judged, NO_PROGRESS, 2)).toBeNull();
  });

  it("is stored under the lesson's name, or the checksum of a packed one", () => {
    expect(lessonKey("bufferbloat")).toBe("bufferbloat");
    expect(lessonKey(packText("some lesson"))).toMatch(/^z\.[0-9a-z]{7}$/);
  });
});
