/** Where the talk is: back, on, all scenes, and the scene as it was recorded. */
import { scenarioFromUrl, scenarioToUrl } from "../../engine/index.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { useBenchPart } from "../state/use-store.ts";
import { FootMenu } from "./FootMenu.tsx";
import { revealCount, sceneCount, sceneName } from "./present-words.ts";
import { type Place, usePlace, usePresenting, useShown } from "./use-presenting.ts";

export function SceneButtons() {
  const place = usePlace();
  return place && <Buttons {...place} />;
}

function Buttons({ talk, scene, step }: Place) {
  const presenting = usePresenting();
  const left = scene.reveal.length - useShown((shown) => shown.revealed);
  const changed = useBenchPart(
    (state) => state.scenario,
    (scenario) => scenarioToUrl(scenario) !== scenarioToUrl(scenarioFromUrl(scene.link).scenario),
  );
  const { scenes, lang } = talk;
  return (
    <div className="scenes" role="toolbar" aria-label="Talk">
      <button type="button" className="button" title="Back (Page Up)" onClick={() => presenting.back()}>
        <span aria-hidden="true">‹</span>
        <span className="unseen">Back</span>
      </button>
      <FootMenu name={sceneCount(step, scenes.length)} spoken={`: ${scene.sentence}`}>
        {(close) =>
          scenes.map(({ sentence, line }, index) => (
            <li key={line}>
              <button
                type="button"
                className="scenes__one"
                lang={lang}
                aria-current={index + 1 === step ? "step" : undefined}
                onClick={() => {
                  presenting.go(index + 1);
                  close();
                }}
              >
                <SymbolText text={sceneName(index + 1, sentence)} />
              </button>
            </li>
          ))
        }
      </FootMenu>
      <button type="button" className="button" title="On (Page Down)" onClick={() => presenting.next()}>
        <span aria-hidden="true">›</span>
        <span className="unseen">On</span>
      </button>
      {left > 0 && (
        <span className="scenes__left" title={revealCount(left)}>
          <span aria-hidden="true">{"•".repeat(left)}</span>
          <span className="unseen">{revealCount(left)}</span>
        </span>
      )}
      {changed && (
        <button
          type="button"
          className="button"
          title="The scene as it was recorded (S)"
          onClick={() => presenting.restore()}
        >
          As recorded
        </button>
      )}
      <progress className="scenes__progress" max={scenes.length} value={step} aria-label="Scenes shown" />
    </div>
  );
}
