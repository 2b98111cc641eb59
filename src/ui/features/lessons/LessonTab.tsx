/** The tab in which a lesson is written, tried and shared as a URL or file. */

import { useBench } from "../../core/use-store.ts";
import { MadeLink } from "../../parts/guide/form-parts.tsx";
import { Button } from "../../shared/Button.tsx";
import { LessonWriter } from "./LessonWriter.tsx";
import "./lessons.css";

export function LessonTab() {
  const bench = useBench();
  const start = (packed: string) => {
    bench.openFragment(`lesson=${packed}`);
    bench.url.push();
  };
  return (
    <LessonWriter>
      {({ lesson, text, packed }) => (
        <MadeLink
          what="lesson"
          link={`${window.location.href.split("#")[0]}#lesson=${packed}`}
          id={lesson.id}
          file={() => text}
        >
          <Button look="main" onClick={() => start(packed)}>
            Start it
          </Button>
        </MadeLink>
      )}
    </LessonWriter>
  );
}
