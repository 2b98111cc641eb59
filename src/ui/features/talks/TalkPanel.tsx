/** A talk on the bench for a single reader: the sentence, the notes, and the buttons back and forward. */

import type { GuidePanelProps } from "../../core/page-options.ts";
import { useBench } from "../../core/use-store.ts";
import { GuideFrame } from "../../parts/guide/GuideFrame.tsx";
import { Button } from "../../shared/Button.tsx";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { type Place, usePresenting, useShown, useTalkPlace } from "./presenting.ts";
import { Notes } from "./SpeakerWindow.tsx";
import "./projector.css";

export function TalkPanel(_: GuidePanelProps) {
  const presenting = usePresenting();
  const problems = useShown((shown) => shown.problems);
  const place = useTalkPlace();
  if (place === null)
    return <GuideFrame kind="Talk" document={null} problems={problems} onLeave={() => presenting.end()} />;
  const { talk, scene, step } = place;
  return (
    <GuideFrame
      kind="Talk"
      document={talk}
      progress={`${step} / ${talk.scenes.length}`}
      onLeave={() => presenting.end()}
      foot={<Foot step={step} />}
    >
      {step === 1 && talk.opening !== "" && <Notes markdown={talk.opening} lang={talk.lang} />}
      <h2 className="talk__sentence" lang={talk.lang}>
        <SymbolText text={scene.sentence} />
      </h2>
      {scene.notes !== "" && <Notes markdown={scene.notes} lang={talk.lang} />}
    </GuideFrame>
  );
}

/** A reader moves from scene to scene. In this panel nothing is revealed in steps. */
function Foot({ step }: Pick<Place, "step">) {
  const bench = useBench();
  const presenting = usePresenting();
  return (
    <>
      <Button onClick={() => presenting.go(step - 1)}>Back</Button>
      <Button look="main" onClick={() => presenting.go(step + 1)}>
        Next scene
      </Button>
      <Button onClick={() => presenting.restore()}>As recorded</Button>
      <Button title="On a projector (P)" onClick={() => bench.present(true)}>
        Present
      </Button>
    </>
  );
}

/** Explains on a projector why a talk cannot be shown. The bench remains usable. */
export function TalkProblems() {
  const presenting = usePresenting();
  const problems = useShown((shown) => shown.problems);
  if (problems.length === 0) return null;
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">This talk cannot be shown.</p>
        <ProblemList problems={problems} />
        <Button onClick={() => presenting.end()}>Continue without it</Button>
      </div>
    </section>
  );
}
