/**
 * The writer of a lesson: the text with errors at their lines, each step as a student sees it, and its claims tried with runs.
 */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { scenarioFromUrl } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { packText } from "../../../lib/packed-text.ts";
import type { LessonRuns } from "../../../teaching/document/conditions.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import type { Lesson, LessonReading } from "../../../teaching/document/lesson.ts";
import type { TriedClaim } from "../../../teaching/document/lesson-trial.ts";
import { listingReader } from "../../core/link-programs.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { readLessonFile } from "../../parts/guide/guide-documents.ts";
import { TemplateButton, TextEditor } from "../../parts/guide/TextEditor.tsx";
import { KeptNote } from "../../parts/kept-on-device.tsx";
import { Button } from "../../shared/Button.tsx";
import { browserPool } from "../../shared/runs/run-batch.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { LESSON_DRAFT, LESSON_TEMPLATE, LessonRunner } from "./lesson-draft.ts";
import { LessonSession, lessonRuns } from "./lesson-session.ts";
import { StepView } from "./StepView.tsx";

interface LessonWriterProps {
  /** Renders the actions for a lesson without errors. */
  readonly children: (made: {
    readonly lesson: Lesson;
    readonly text: string;
    readonly packed: string;
  }) => ReactNode;
}

export function LessonWriter({ children }: LessonWriterProps) {
  const { device, consent } = useBench();
  const [text, setText] = useState(() => device.read(LESSON_DRAFT) || LESSON_TEMPLATE);
  const [before, setBefore] = useState<string | null>(null);
  const [line, setLine] = useState(1);
  const [wish, setWish] = useState<{ line: number; wish: number } | null>(null);
  const reading = useMemo(() => readSafely(text), [text]);
  const runner = useMemo(() => new LessonRunner(browserPool(true)), []);
  const write = (next: string) => {
    setText(next);
    device.write(LESSON_DRAFT, next === LESSON_TEMPLATE ? "" : next);
  };
  const { lesson } = reading;
  const programs = useMemo(() => (lesson === null ? [] : programsOf(lesson)), [lesson]);
  const mayRun = useBenchState(() => consent.mayRun(programs));
  /** True if the text was typed here, which lets its programs run. A file or a stored text may come from another person. */
  const [isOwn, setOwn] = useState(false);
  useLayoutEffect(() => {
    if (isOwn) for (const packed of programs) consent.give(packed);
  }, [isOwn, programs, consent]);
  const type = (next: string) => {
    if (lesson !== null && mayRun) setOwn(true);
    write(next);
  };
  const replace = (next: string) => {
    setBefore(text);
    setOwn(false);
    write(next);
  };
  const goTo = (to: number) => {
    setLine(to);
    setWish((now) => ({ line: to, wish: (now?.wish ?? 0) + 1 }));
  };
  return (
    <div className="class__pair">
      <div className="class__form">
        <p className="class__row">
          <TemplateButton
            what="lesson"
            before={before}
            onTemplate={() => replace(LESSON_TEMPLATE)}
            onBack={() => {
              if (before !== null) replace(before);
            }}
          />
          <TextFile label="Open a file (.md)" accept=".md,.txt,text/markdown" onText={replace} />
        </p>
        <KeptNote
          kept={LESSON_DRAFT}
          onTake={() => {
            setOwn(false);
            setText(device.read(LESSON_DRAFT) || LESSON_TEMPLATE);
          }}
        />
        <TextEditor
          label="The lesson, as Markdown"
          text={text}
          problems={reading.problems}
          onText={type}
          onLine={setLine}
          goTo={wish}
        />
      </div>
      <section className="class__result" aria-label="The lesson">
        {lesson === null ? (
          <p className="class__note" role="status">
            The step appears here when the text has no errors.
          </p>
        ) : (
          <>
            {isOwn || mayRun ? (
              <>
                <Preview lesson={lesson} line={line} runner={runner} onStep={goTo} />
                <Trial key={text} lesson={lesson} runner={runner} onLine={goTo} />
              </>
            ) : (
              <p className="notice" role="status">
                <span>The step appears here when you have allowed the programs of this text to run.</span>
                <Button onClick={() => consent.open(programs, () => setOwn(true), "lesson")}>
                  Read the programs
                </Button>
              </p>
            )}
            {children({ lesson, text, packed: packText(text) })}
          </>
        )}
      </section>
    </div>
  );
}

function readSafely(text: string): LessonReading {
  try {
    return readLessonFile(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { lesson: null, problems: [{ line: 0, message }] };
  }
}

/** Returns the programs of a lesson: those of its blocks, and those in the links of its steps. */
export function programsOf({ programs, steps }: Lesson): string[] {
  const reader = listingReader(PROGRAM_READER);
  for (const { inForce } of steps) {
    const { pin } = scenarioFromUrl(inForce, reader).view;
    if (pin !== undefined) scenarioFromUrl(pin, reader);
  }
  return [...new Set([...programs, ...reader.found])];
}

/** Returns the index of the step that contains the cursor, from 0. */
export function stepAt({ steps }: Lesson, line: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step.line <= line),
  );
}

interface PreviewProps {
  readonly lesson: Lesson;
  readonly line: number;
  readonly runner: LessonRunner;
  onStep(line: number): void;
}

/** The preview of a step with the numbers of its own run. Answers given here are not stored. */
function Preview({ lesson, line, runner, onStep }: PreviewProps) {
  const bench = useBench();
  const index = stepAt(lesson, line);
  const session = useMemo(() => new LessonSession(bench, lesson, "", false), [bench, lesson]);
  const progress = useSyncExternalStore(session.store.subscribe, session.store.get);
  const [runs, problem] = useRunsAt(runner, lesson.steps[index].inForce);
  const { steps } = lesson;
  return (
    <div className="class__preview">
      <p className="class__row">
        <Button look="small" disabled={index === 0} onClick={() => onStep(steps[index - 1].line)}>
          Step before
        </Button>
        <span>{`Step ${index + 1} of ${steps.length}`}</span>
        <Button
          look="small"
          disabled={index === steps.length - 1}
          onClick={() => onStep(steps[index + 1].line)}
        >
          Next step
        </Button>
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      <div className="lesson">
        <StepView key={index} session={session} progress={progress} index={index} runs={runs} />
      </div>
    </div>
  );
}

function useRunsAt(runner: LessonRunner, fragment: string): [LessonRuns, string | null] {
  const { store } = useBench();
  const [found, setFound] = useState<{ of: string; runs: LessonRuns } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setProblem(null);
    runner.runsAt(fragment, stop.signal).then(
      (runs) => {
        if (runs !== null && !stop.signal.aborted) setFound({ of: fragment, runs });
      },
      (error) => {
        if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => stop.abort();
  }, [runner, fragment]);
  // The numbers are left out until that run is complete.
  const none = useMemo(() => ({ ...lessonRuns(store.get()), run: null, pinned: null }), [store]);
  return [found?.of === fragment ? found.runs : none, problem];
}

interface TrialProps {
  readonly lesson: Lesson;
  readonly runner: LessonRunner;
  onLine(line: number): void;
}

/** The check of the lesson's claims. It is repeated when the text changes. */
function Trial({ lesson, runner, onLine }: TrialProps) {
  const [claims, setClaims] = useState<readonly TriedClaim[] | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => () => stop?.abort(), [stop]);
  const begin = async () => {
    const under = new AbortController();
    setStop(under);
    setProblem("");
    try {
      const tried = await runner.tried(lesson, under.signal);
      if (!under.signal.aborted) setClaims(tried);
    } catch (error) {
      if (!under.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    }
    if (!under.signal.aborted) setStop(null);
  };
  const wrong = claims?.filter(({ isTrue }) => !isTrue) ?? [];
  return (
    <div className="writing__trial">
      <p className="class__row">
        {stop === null ? (
          <Button onClick={() => void begin()}>Check its claims</Button>
        ) : (
          <Button
            onClick={() => {
              stop.abort();
              setStop(null);
            }}
          >
            Cancel
          </Button>
        )}
        <span role="status">
          {stop !== null ? "Running…" : problem !== "" ? problem : claims === null ? "" : trialWords(claims)}
        </span>
      </p>
      <ul className="writing__problems">
        {wrong.map(({ line, text, ended }) => (
          <li key={`${line} ${text}`}>
            <button type="button" className="link" onClick={() => onLine(line)}>
              {[`Line ${line}: not true: ${text}`, ...ended].join(". ")}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function trialWords(claims: readonly TriedClaim[]): string {
  const wrong = claims.filter(({ isTrue }) => !isTrue).length;
  if (claims.length === 0) return "The lesson has no claims. A line “holds: …” in a step is a claim.";
  return wrong === 0
    ? `${counted(claims.length, "claim")}, all true.`
    : `${counted(claims.length, "claim")}: ${claims.length - wrong} true, ${wrong} not.`;
}
