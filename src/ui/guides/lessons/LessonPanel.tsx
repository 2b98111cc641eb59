/** A lesson on the bench: it is fetched or unpacked, read, and led through step by step. */

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Lesson, LessonReading } from "../../../teaching/lesson.ts";
import { isPacked, unpackText } from "../../../teaching/packed-text.ts";
import { darken, pointAtSoon } from "../../bench/markdown/Spotlight.tsx";
import { Button, disabledBecause } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { Bench } from "../../state/bench.ts";
import type { Guide, GuidePanelProps } from "../../state/page-options.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { GuideFrame, UnreadableGuide } from "../GuideFrame.tsx";
import { isJudged, type Progress, rightIn, score } from "../memory.ts";
import { firstPoints, prediction } from "../prediction.ts";
import { LessonSession, useLessonRuns } from "./lesson-session.ts";
import { readLessonFile, type StoredLesson, storedLessons, storedText } from "./library.ts";
import { StepView } from "./StepView.tsx";

type Loaded = { readonly lesson: Lesson } | { readonly problems: LessonReading["problems"] };

export function LessonPanel({ guide }: GuidePanelProps) {
  const bench = useBench();
  const loaded = useLesson(guide.text);
  if (loaded === null)
    return (
      <GuideFrame kind="Lesson" title="Loading…" lang="en" onLeave={() => leave(bench)}>
        <p role="status">Loading the lesson…</p>
      </GuideFrame>
    );
  if ("problems" in loaded)
    return (
      <UnreadableGuide kind="Lesson" problems={loaded.problems} onLeave={() => leave(bench)}>
        <p className="lesson__acts">
          <a className="button" href="#screen=lessons">
            All lessons
          </a>
        </p>
      </UnreadableGuide>
    );
  return (
    <LessonUnderWay key={guide.text} lesson={loaded.lesson} guide={guide} onLeave={() => leave(bench)} />
  );
}

/** The bench stays as it is. */
function leave(bench: Bench): void {
  bench.store.set({ guide: null });
  bench.url.push();
}

function useLesson(text: string): Loaded | null {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly what: Loaded } | null>(null);
  useEffect(() => {
    let wanted = true;
    void load(text).then((what) => {
      if (wanted) setLoaded({ of: text, what });
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  return loaded?.of === text ? loaded.what : null;
}

async function load(text: string): Promise<Loaded> {
  try {
    const file = isPacked(text) ? unpackText(text) : await storedText(text);
    const { lesson, problems } = readLessonFile(file);
    return lesson === null ? { problems } : { lesson };
  } catch (error) {
    return { problems: [{ line: 0, message: error instanceof Error ? error.message : String(error) }] };
  }
}

interface LessonUnderWayProps {
  readonly lesson: Lesson;
  readonly guide: Guide;
  onLeave(): void;
}

/** The step that a student has reached, its acts, and what the lesson does on the bench meanwhile. */
export function LessonUnderWay({ lesson, guide, onLeave }: LessonUnderWayProps) {
  const bench = useBench();
  const session = useMemo(() => new LessonSession(bench, lesson, guide.text), [bench, lesson, guide.text]);
  const progress = useSyncExternalStore(session.store.subscribe, session.store.get);
  const { steps } = lesson;
  const index = Math.min(guide.step, steps.length + 1) - 1;
  const runs = useLessonRuns();
  const snapshot = useBenchState((state) => state.run.snapshot);
  useEffect(() => session.observe(index, runs, snapshot), [session, index, runs, snapshot]);
  useBeginning(session, guide);
  useEye(lesson, index);
  useDrawing(session, progress, index);
  const body = useFocusOnStep(index);
  const step = steps[index];
  return (
    <GuideFrame
      kind="Lesson"
      title={lesson.title}
      lang={lesson.lang}
      progress={step === undefined ? "done" : `${index + 1} of ${steps.length}`}
      onLeave={onLeave}
      foot={<Foot session={session} progress={progress} index={index} />}
    >
      <div ref={body} className="lesson">
        {step === undefined ? (
          <LessonEnd session={session} progress={progress} />
        ) : (
          <StepView key={index} session={session} progress={progress} index={index} runs={runs} />
        )}
      </div>
    </GuideFrame>
  );
}

/** A link without a run of its own: the lesson sets the bench. */
function useBeginning(session: LessonSession, guide: Guide): void {
  const [{ sets, step }] = useState(guide);
  useEffect(() => {
    if (sets) session.begin(step);
  }, [session, sets, step]);
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
function useDrawing(session: LessonSession, { answers }: Progress, index: number): void {
  const { steps } = session.lesson;
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
        onPoints: takes ? (next) => session.draw(drawn, next) : null,
      },
    });
  }, [session, steps, answers, index]);
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
  readonly session: LessonSession;
  readonly progress: Progress;
  readonly index: number;
}

function Foot({ session, progress: { answers }, index }: FootProps) {
  const { steps } = session.lesson;
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
      {index > 0 && <Button onClick={() => session.go(index)}>Back</Button>}
      {step !== undefined && (
        <button
          type="button"
          className={waits ? "button lesson__next" : "button button--main lesson__next"}
          {...disabledBecause(missing)}
          onClick={() => missing === null && session.go(index + 2)}
        >
          {label}
        </button>
      )}
    </>
  );
}

/** The end: what was right, and where to go on. */
export function LessonEnd({
  session,
  progress,
}: {
  readonly session: LessonSession;
  readonly progress: Progress;
}) {
  const { lesson } = session;
  const next = useNext(lesson.id);
  return (
    <>
      <h2 className="lesson__title" tabIndex={-1}>
        {score(lesson, progress)}
      </h2>
      <p className="lesson__text" lang={lesson.lang}>
        <SymbolText text={lesson.learn} />
      </p>
      <ul className="ending">
        {lesson.steps.map((step, i) => {
          if (!isJudged(step)) return null;
          const right = rightIn(step, progress.answers[i]);
          return (
            <li key={step.line}>
              <span aria-hidden="true">{right === null ? "–" : right ? "✓" : "✗"}</span>
              <span className="unseen">
                {right === null ? "not answered: " : right ? "right: " : "wrong: "}
              </span>
              <button type="button" className="link" lang={lesson.lang} onClick={() => session.go(i + 1)}>
                <SymbolText text={step.title} />
              </button>
            </li>
          );
        })}
      </ul>
      <p className="lesson__acts">
        {next !== null && (
          <a className="button button--main" href={`#lesson=${next.id}`} lang={next.lang}>
            <SymbolText text={`Next: ${next.title}`} />
          </a>
        )}
        <a className="button" href="#screen=lessons">
          All lessons
        </a>
        <Button onClick={() => session.again()}>Once more</Button>
      </p>
    </>
  );
}

/** The one after this in the list; the first where this is none of the list. Null at its end. */
function useNext(id: string): StoredLesson["lesson"] | null {
  const [list, setList] = useState<readonly StoredLesson[]>([]);
  useEffect(() => {
    void storedLessons().then(setList, () => undefined);
  }, []);
  return list[list.findIndex(({ lesson }) => lesson.id === id) + 1]?.lesson ?? null;
}
