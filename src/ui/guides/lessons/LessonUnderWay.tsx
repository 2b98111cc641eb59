/** The step that a student has reached, its acts, and what the lesson does on the bench meanwhile. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Lesson } from "../../../teaching/lesson.ts";
import { disabledBecause } from "../../shared/because.ts";
import type { Guide } from "../../state/beside.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { GuideFrame } from "../GuideFrame.tsx";
import { firstPoints, prediction } from "../prediction.ts";
import { darken, pointAtSoon } from "../spotlight.ts";
import { LessonEnd } from "./LessonEnd.tsx";
import { LessonDesk } from "./lesson-desk.ts";
import { stepPlace } from "./lesson-words.ts";
import type { Progress } from "./progress.ts";
import { StepView } from "./StepView.tsx";
import { useLessonRuns } from "./use-lesson-runs.ts";

interface LessonUnderWayProps {
  readonly lesson: Lesson;
  readonly guide: Guide;
  onLeave(): void;
}

export function LessonUnderWay({ lesson, guide, onLeave }: LessonUnderWayProps) {
  const bench = useBench();
  const desk = useMemo(() => new LessonDesk(bench, lesson, guide.text), [bench, lesson, guide.text]);
  const progress = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const { steps } = lesson;
  const index = Math.min(guide.step, steps.length + 1) - 1;
  const runs = useLessonRuns();
  const snapshot = useBenchState((state) => state.run.snapshot);
  useEffect(() => desk.observe(index, runs, snapshot), [desk, index, runs, snapshot]);
  useBeginning(desk, guide);
  useEye(lesson, index);
  useDrawing(desk, progress, index);
  const body = useFocusOnStep(index);
  const step = steps[index];
  return (
    <GuideFrame
      kind="Lesson"
      title={lesson.title}
      lang={lesson.lang}
      progress={step === undefined ? "done" : stepPlace(index + 1, steps.length)}
      onLeave={onLeave}
      foot={<Foot desk={desk} progress={progress} index={index} />}
    >
      <div ref={body} className="lesson">
        {step === undefined ? (
          <LessonEnd desk={desk} progress={progress} />
        ) : (
          <StepView key={index} desk={desk} progress={progress} index={index} runs={runs} />
        )}
      </div>
    </GuideFrame>
  );
}

/** A link without a run of its own: the lesson sets the bench. */
function useBeginning(desk: LessonDesk, guide: Guide): void {
  const [{ sets, step }] = useState(guide);
  useEffect(() => {
    if (sets) desk.begin(step);
  }, [desk, sets, step]);
}

function useEye({ steps }: Lesson, index: number): void {
  const bench = useBench();
  useEffect(() => {
    const look = steps[index]?.look ?? null;
    const end = look === null ? darken : pointAtSoon(bench, look);
    return end;
  }, [bench, steps, index]);
}

/** Shows on the plot what is drawn here, or what was drawn before and is beside the run now. */
function useDrawing(desk: LessonDesk, { answers }: Progress, index: number): void {
  const { steps } = desk.lesson;
  useEffect(() => {
    const drawn = lastDrawn(steps, index);
    const { drawing } = steps[drawn] ?? {};
    const { points, stands = false } = answers[drawn] ?? {};
    if (drawing === undefined || drawing === null || (drawn !== index && points === undefined)) {
      prediction.set({ shown: null });
      return;
    }
    const takes = drawn === index && !stands;
    prediction.set({
      shown: {
        task: drawing.task,
        points: points ?? firstPoints(drawing.task),
        onPoints: takes ? (next) => desk.draw(drawn, next) : null,
      },
    });
  }, [desk, steps, answers, index]);
  useEffect(() => () => prediction.set({ shown: null }), []);
}

/** The prediction that is made here or waits for its comparison; -1: none. */
function lastDrawn(steps: Lesson["steps"], index: number): number {
  for (let i = index; i >= 0; i--) {
    if (steps[i]?.kind === "predict") return i;
    if (i < index && steps[i]?.kind === "compare") return -1;
  }
  return -1;
}

/** After an act the step is read from its heading on. */
function useFocusOnStep(index: number) {
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(index);
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    body.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    body.current?.parentElement?.scrollTo({ top: 0 });
  }, [index]);
  return body;
}

interface FootProps {
  readonly desk: LessonDesk;
  readonly progress: Progress;
  readonly index: number;
}

function Foot({ desk, progress: { answers }, index }: FootProps) {
  const { steps } = desk.lesson;
  const step = steps[index];
  const { chosen, points, done = false } = answers[index] ?? {};
  const missing =
    step?.kind !== "predict"
      ? null
      : step.drawing === null
        ? chosen === undefined
          ? "Choose first: a prediction counts before the run is seen"
          : null
        : points === undefined
          ? "Draw first: a prediction counts before the run is seen"
          : null;
  const label =
    index + 1 === steps.length
      ? "Finish"
      : steps[index + 1]?.kind === "run" && step?.kind === "predict"
        ? "Show the run"
        : "Next";
  const waits = missing !== null || (step !== undefined && step.asked.length > 0 && !done);
  return (
    <>
      {index > 0 && (
        <button type="button" className="button" onClick={() => desk.go(index)}>
          Back
        </button>
      )}
      {step !== undefined && (
        <button
          type="button"
          className={waits ? "button lesson__next" : "button button--main lesson__next"}
          {...disabledBecause(missing)}
          onClick={() => missing === null && desk.go(index + 2)}
        >
          {label}
        </button>
      )}
    </>
  );
}
