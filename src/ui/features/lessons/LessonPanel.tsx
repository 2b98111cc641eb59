/** The panel of a lesson on the bench. It loads or unpacks the lesson and guides through its steps. */

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isPacked } from "../../../lib/packed-text.ts";
import type { DrawnPoint } from "../../../teaching/document/drawing.ts";
import type { Lesson, LessonReading } from "../../../teaching/document/lesson.ts";
import { packTask } from "../../../teaching/task/task.ts";
import type { Guide, GuidePanelProps } from "../../core/page-options.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { GuideFrame } from "../../parts/guide/GuideFrame.tsx";
import {
  LESSONS,
  type StoredLab,
  type StoredLesson,
  storedLabs,
  storedLessons,
} from "../../parts/guide/guide-documents.ts";
import { KeptBoundary, KeptNote } from "../../parts/kept-on-device.tsx";
import { darken, pointAtSoon } from "../../parts/markdown/Spotlight.tsx";
import { Button, disabledBecause } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import {
  isJudged,
  LessonSession,
  PROGRESS,
  type Progress,
  rightIn,
  score,
  useLessonRuns,
} from "./lesson-session.ts";
import { firstPoints, prediction } from "./prediction.ts";
import { StepView } from "./StepView.tsx";
import "./lessons.css";

interface Loaded {
  /** The lesson as the URL contains it: an id or a packed text. */
  readonly text: string;
  readonly lesson?: Lesson | null;
  readonly problems: LessonReading["problems"];
}

const NOT_YET: Omit<Loaded, "text"> = { problems: [] };

export function LessonPanel({ guide }: GuidePanelProps) {
  const bench = useBench();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { text } = guide;
  useEffect(() => {
    let wanted = true;
    void LESSONS.open(text).then((reading) => {
      if (!wanted) return;
      // Programs of a built-in lesson run without asking the user.
      if (!isPacked(text) && "lesson" in reading)
        for (const packed of reading.lesson?.programs ?? []) bench.consent.give(packed);
      setLoaded({ ...reading, text });
    });
    return () => {
      wanted = false;
    };
  }, [bench, text]);
  // When the lesson ends, the bench keeps its state.
  const onLeave = () => {
    bench.store.set({ guide: null });
    bench.url.push();
  };
  const { lesson = null, problems } = loaded?.text === text ? loaded : NOT_YET;
  if (lesson !== null) return <LessonUnderWay key={text} lesson={lesson} guide={guide} onLeave={onLeave} />;
  return (
    <GuideFrame kind="Lesson" document={null} problems={problems} onLeave={onLeave}>
      <p className="lesson__acts">
        <a className="button" href="#screen=lessons">
          All lessons
        </a>
      </p>
    </GuideFrame>
  );
}

interface LessonUnderWayProps {
  readonly lesson: Lesson;
  readonly guide: Guide;
  onLeave(): void;
}

/** A lesson in progress: the student's step, its buttons, and the lesson's changes of the bench. */
function LessonUnderWay({ lesson, guide, onLeave }: LessonUnderWayProps) {
  const bench = useBench();
  const session = useMemo(() => new LessonSession(bench, lesson, guide.text), [bench, lesson, guide.text]);
  const progress = useSyncExternalStore(session.store.subscribe, session.store.get);
  const { steps } = lesson;
  const index = Math.min(guide.step, steps.length + 1) - 1;
  const runs = useLessonRuns();
  const snapshot = useBenchState((state) => state.run.snapshot);
  // If the URL contains no run, the lesson sets the run of the bench, before any run is observed.
  const [begun] = useState(guide);
  useEffect(() => {
    if (begun.sets) session.begin(begun.step);
  }, [session, begun]);
  useEffect(() => session.observe(index, runs, snapshot), [session, index, runs, snapshot]);
  useEffect(() => session.showCode(index), [session, index]);
  useEffect(() => session.showView(index), [session, index]);
  const look = steps[index]?.look ?? null;
  useEffect(() => (look === null ? darken : pointAtSoon(bench, look)), [bench, look]);
  useDrawing(session, progress, index);
  const body = useFocusOnStep(index);
  const step = steps[index];
  return (
    <GuideFrame
      kind={lesson.kind === "lab" ? "Lab" : "Lesson"}
      document={lesson}
      progress={step === undefined ? "done" : `${index + 1} of ${steps.length}`}
      onLeave={onLeave}
      foot={<Foot session={session} progress={progress} index={index} />}
    >
      <KeptNote kept={PROGRESS} which={session.key} />
      <KeptBoundary kept={PROGRESS} which={session.key} part="The step" value={progress}>
        <div ref={body} className="lesson">
          {step === undefined ? (
            <LessonEnd session={session} progress={progress} />
          ) : (
            <StepView key={index} session={session} progress={progress} index={index} runs={runs} />
          )}
        </div>
      </KeptBoundary>
    </GuideFrame>
  );
}

/** Shows the current drawing on the plot, or an earlier drawing together with the run. */
function useDrawing(session: LessonSession, { answers }: Progress, index: number): void {
  const { steps } = session.lesson;
  useEffect(() => {
    // The latest prediction that has not been compared yet.
    const last = steps.slice(0, index).findLastIndex(({ kind }) => kind === "compare");
    const at = steps.slice(0, index + 1).findLastIndex(({ kind }) => kind === "predict");
    const task = at > last ? steps[at]?.drawing?.task : undefined;
    const { points, stands = false } = answers[at] ?? {};
    if (task === undefined || (at !== index && points === undefined)) {
      prediction.set({ shown: null });
      return;
    }
    const onPoints = at === index && !stands ? (next: readonly DrawnPoint[]) => session.draw(at, next) : null;
    prediction.set({ shown: { task, points: points ?? firstPoints(task), onPoints } });
  }, [session, steps, answers, index]);
  useEffect(() => () => prediction.set({ shown: null }), []);
}

/** After a button is used, the focus moves to the step's heading, so that a screen reader continues from there. */
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
  const isPredicted = (step?.drawing ? points : chosen) !== undefined;
  const act = step?.drawing ? "Draw" : "Choose";
  const missing =
    step?.kind === "predict" && !isPredicted
      ? `${act} first: a prediction only counts before you see the run`
      : null;
  const shows = step?.kind === "predict" && steps[index + 1]?.kind === "run";
  const label = index + 1 === steps.length ? "Finish" : shows ? "Show the run" : "Next";
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

/** The end of a lesson: which answers were right, and what to do next. */
function LessonEnd({ session, progress }: Omit<FootProps, "index">) {
  const { lesson } = session;
  const isLab = lesson.kind === "lab";
  const [list, setList] = useState<readonly (StoredLesson & Partial<StoredLab>)[]>([]);
  useEffect(() => {
    void (isLab ? storedLabs() : storedLessons()).then(setList, () => undefined);
  }, [isLab]);
  const task = list.find((stored) => stored.lesson.id === lesson.id)?.task;
  // Returns the next lesson of the list; the first lesson if this one is not in the list.
  const next = list[list.findIndex((stored) => stored.lesson.id === lesson.id) + 1]?.lesson;
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
          const [sign, word] = SIGNS[String(rightIn(step, progress.answers[i])) as keyof typeof SIGNS];
          return (
            <li key={step.line}>
              <span aria-hidden="true">{sign}</span>
              <span className="unseen">{`${word}: `}</span>
              <button type="button" className="link" lang={lesson.lang} onClick={() => session.go(i + 1)}>
                <SymbolText text={step.title} />
              </button>
            </li>
          );
        })}
      </ul>
      <p className="lesson__acts">
        {task !== undefined && (
          <a className="button button--main" href={`#task=${packTask(task)}`}>
            The task of this lab
          </a>
        )}
        {next !== undefined && (
          <a
            className={task === undefined ? "button button--main" : "button"}
            href={`#lesson=${next.id}`}
            lang={next.lang}
          >
            <SymbolText text={`Next: ${next.title}`} />
          </a>
        )}
        <a className="button" href={isLab ? "#screen=lessons&labs" : "#screen=lessons"}>
          {isLab ? "All labs" : "All lessons"}
        </a>
        <Button onClick={() => session.again()}>Start again</Button>
      </p>
    </>
  );
}

const SIGNS = { true: ["✓", "right"], false: ["✗", "wrong"], null: ["–", "not answered"] } as const;
