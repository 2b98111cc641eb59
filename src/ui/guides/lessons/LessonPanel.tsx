/** A lesson on the bench: it is fetched or unpacked, read, and led through step by step. */
import "./lesson-panel.css";
import { useEffect, useState } from "react";
import type { Lesson, LessonReading } from "../../../teaching/lesson.ts";
import { isPacked, unpackText } from "../../../teaching/packed-text.ts";
import { ProblemList } from "../../shared/ProblemList.tsx";
import type { Bench } from "../../state/bench.ts";
import type { GuidePanelProps } from "../../state/beside.ts";
import { useBench } from "../../state/use-store.ts";
import { GuideFrame } from "../GuideFrame.tsx";
import { LessonUnderWay } from "./LessonUnderWay.tsx";
import { readLessonFile, storedText } from "./library.ts";

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
      <GuideFrame kind="Lesson" title="It cannot be read" lang="en" onLeave={() => leave(bench)}>
        <div role="alert">
          <ProblemList problems={loaded.problems} />
        </div>
        <p className="lesson__acts">
          <a className="button" href="#screen=lessons">
            All lessons
          </a>
        </p>
      </GuideFrame>
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
