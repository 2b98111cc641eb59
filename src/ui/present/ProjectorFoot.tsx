/** Below the plots: the control that matters, where the talk is, and the few things that a hand needs in a lecture. */

import { SoundMenu } from "../bench/sound/SoundMenu.tsx";
import { ThemeButton } from "../bench/ThemeButton.tsx";
import { mayFillScreen, toggleFullScreen } from "../shared/full-screen.ts";
import { PLOT_PIECES } from "../state/pieces.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { AddScene } from "./AddScene.tsx";
import { FootMenu } from "./FootMenu.tsx";
import { ProjectorKnobs } from "./ProjectorKnobs.tsx";
import { useShownPlots } from "./ProjectorPlots.tsx";
import { plotKey } from "./present-words.ts";
import { SceneButtons } from "./SceneButtons.tsx";
import { usePresenting } from "./use-presenting.ts";

export function ProjectorFoot() {
  return (
    <footer className="projector__foot">
      <ProjectorKnobs />
      <SceneButtons />
      <Tools />
    </footer>
  );
}

function Tools() {
  const bench = useBench();
  const presenting = usePresenting();
  const inTalk = useBenchState(({ guide }) => guide?.kind === "talk");
  return (
    <div className="projector__tools" role="toolbar" aria-label="Projector">
      <PlotMenu />
      {inTalk ? (
        <button
          type="button"
          className="button"
          title="A window with notes, what comes next, and the time (V)"
          onClick={() => presenting.openSpeaker()}
        >
          Notes
        </button>
      ) : (
        <AddScene />
      )}
      <ThemeButton />
      <SoundMenu />
      <button
        type="button"
        className="button"
        title="Blank screen (B)"
        onClick={() => presenting.toggleBlank()}
      >
        Blank
      </button>
      {mayFillScreen() && (
        <button type="button" className="button" title="Full screen (F)" onClick={() => toggleFullScreen()}>
          Full screen
        </button>
      )}
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        title="Help and keys (?)"
        onClick={() => bench.showDialog("help")}
      >
        Keys
      </button>
      <button
        type="button"
        className="button"
        title="Back to the bench (Esc)"
        onClick={() => bench.present(false)}
      >
        Leave
      </button>
    </div>
  );
}

function PlotMenu() {
  const presenting = usePresenting();
  const shown = useShownPlots();
  const theory = useBenchState(({ view }) => view.theory);
  return (
    <FootMenu name="Plots">
      {() => (
        <>
          {PLOT_PIECES.map(({ id, label }, place) => (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={shown.includes(id)}
                  onChange={() => presenting.togglePlot(place + 1)}
                />
                {plotKey(place + 1, label)}
              </label>
            </li>
          ))}
          <li>
            <label className="check">
              <input type="checkbox" checked={theory} onChange={() => presenting.toggleTheory()} />
              Theory (T)
            </label>
          </li>
        </>
      )}
    </FootMenu>
  );
}
