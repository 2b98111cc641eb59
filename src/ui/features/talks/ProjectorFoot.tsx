/** The controls below the plots: the important control, the position in the talk, and a few commands for the lecture. */

import { type ReactNode, useMemo } from "react";
import { scenarioFromUrl, scenarioToUrl } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { ScenarioParam } from "../../bench/rail/ParamControl.tsx";
import { AqmControl, CcControl } from "../../bench/rail/ScenarioPanel.tsx";
import { mainControl, railGroups, railShape } from "../../core/rail.ts";
import { useBench, useBenchPart, useBenchState, useSettings } from "../../core/use-store.ts";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { ThemeButton } from "../../parts/ThemeButton.tsx";
import { Button, Check } from "../../shared/Button.tsx";
import { mayFillScreen } from "../../shared/full-screen.ts";
import { useOpened } from "../../shared/hooks.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { AddScene } from "./AddScene.tsx";
import { useShownPlots } from "./ProjectorPlots.tsx";
import { type Place, usePresenting, useShown, useTalkPlace } from "./presenting.ts";
import { KEYED_PLOTS } from "./talk-actions.ts";
import { MOST_CONTROLS } from "./talk-editor.ts";
import "./projector.css";

export function ProjectorFoot() {
  return (
    <footer className="projector__foot">
      <ProjectorControls />
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
      <SeenMenu />
      <Button
        title="Second window with the projected picture, controls, notes, next scene and time (V)"
        onClick={() => presenting.openSpeaker()}
      >
        Speaker
      </Button>
      <ThemeButton />
      <FootMenu name="More">
        {(close) => (
          <>
            {!inTalk && (
              <li>
                <AddScene />
              </li>
            )}
            <MoreAct words="Blank screen (B)" act={() => presenting.toggleBlank()} close={close} />
            {mayFillScreen() && (
              <MoreAct words="Full screen (F)" act={() => void bench.fillScreen()} close={close} />
            )}
            <MoreAct words="Keys (?)" act={() => bench.showDialog("help")} close={close} />
            <MoreAct words="Leave (Esc)" act={() => bench.present(false)} close={close} />
          </>
        )}
      </FootMenu>
    </div>
  );
}

interface MoreActProps {
  readonly words: string;
  act(): void;
  close(): void;
}

function MoreAct({ words, act, close }: MoreActProps) {
  return (
    <li>
      <button
        type="button"
        className="scenes__one"
        onClick={() => {
          close();
          act();
        }}
      >
        {words}
      </button>
    </li>
  );
}

/** The menu of visible parts: the path, the player, one or two plots, theory. */
function SeenMenu() {
  const presenting = usePresenting();
  const shown = useShownPlots();
  const theory = useBenchState(({ view }) => view.theory);
  const hide = useBenchState(({ frame }) => frame.hide);
  return (
    <FootMenu name="Plots">
      {() => (
        <>
          <li>
            <Check checked={!hide.includes("path")} onCheck={() => presenting.togglePiece("path")}>
              Drawn path (L)
            </Check>
          </li>
          <li>
            <Check checked={!hide.includes("transport")} onCheck={() => presenting.togglePiece("transport")}>
              Player
            </Check>
          </li>
          {PLOT_PIECES.map(({ id, label }, place) => (
            <li key={id}>
              <Check checked={shown.includes(id)} onCheck={() => presenting.togglePlot(id)}>
                {place < KEYED_PLOTS.length ? `${label} (Shift+${place + 1})` : label}
              </Check>
            </li>
          ))}
          <li>
            <Check checked={theory} onCheck={() => presenting.toggleTheory()}>
              Theory (T)
            </Check>
          </li>
        </>
      )}
    </FootMenu>
  );
}

const NOTHING: readonly string[] = [];

/**
 * The controls for the lecturer: those that the URL or the scene names, otherwise the control that the bench
 * highlights. A scene that names no controls has none for the audience; the speaker still has the highlighted control
 * (`always`).
 */
export function ProjectorControls({ always = false }: { readonly always?: boolean }) {
  const { store } = useBench();
  const wanted = useBenchState(
    ({ frame, guide }) => frame.touch ?? (guide?.kind === "talk" && !always ? NOTHING : null),
  );
  const shape = useSettings((settings) => railShape(settings));
  // All parameters of the bench. Computed again only if the set of parameters changes.
  const params = useMemo(() => {
    void shape;
    return Object.values(railGroups(store.get().settings)).flat();
  }, [store, shape]);
  const main = useSettings((settings) => mainControl(settings)?.param.id);
  const names = wanted ?? (main === undefined ? [] : [main]);
  if (names.length === 0) return null;
  return (
    <div className="projector__knobs">
      {names.slice(0, MOST_CONTROLS).map((name) => {
        if (name === "aqm") return <AqmControl key={name} />;
        if (name === "cc") return <CcControl key={name} />;
        const found = params.find(({ param }) => param.id === name);
        return found && <ScenarioParam key={name} {...found} />;
      })}
    </div>
  );
}

/** The buttons for the position in the talk: back, forward, all scenes, and restore the scene as recorded. */
function SceneButtons() {
  const place = useTalkPlace();
  return place && <Buttons {...place} />;
}

function Buttons({ talk, scene, step }: Place) {
  const bench = useBench();
  const presenting = usePresenting();
  const left = scene.reveal.length - useShown((shown) => shown.revealed);
  const changed = useBenchPart(
    (state) => state.scenario,
    (scenario) =>
      scenarioToUrl(scenario) !== scenarioToUrl(scenarioFromUrl(scene.link, bench.programReader).scenario),
  );
  const { scenes, lang } = talk;
  const more = `${left === 1 ? "One more step" : counted(left, "more step")} in this scene`;
  return (
    <div className="scenes" role="toolbar" aria-label="Talk">
      <Button title="Back (Page Up)" onClick={() => presenting.back()}>
        <Sign sign="‹" words="Back" />
      </Button>
      <FootMenu name={`${step} / ${scenes.length}`} spoken={`: ${scene.sentence}`}>
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
                <SymbolText text={`${index + 1}. ${sentence}`} />
              </button>
            </li>
          ))
        }
      </FootMenu>
      <Button title="Next (Page Down)" onClick={() => presenting.next()}>
        <Sign sign="›" words="Next" />
      </Button>
      {left > 0 && (
        <span className="scenes__left" title={more}>
          <Sign sign={"•".repeat(left)} words={more} />
        </span>
      )}
      {changed && (
        <Button title="Restore the scene as recorded (S)" onClick={() => presenting.restore()}>
          As recorded
        </Button>
      )}
      <progress className="scenes__progress" max={scenes.length} value={step} aria-label="Scenes shown" />
    </div>
  );
}

/** A visible symbol with a name for screen readers. */
function Sign({ sign, words }: { readonly sign: string; readonly words: string }) {
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">{words}</span>
    </>
  );
}

interface FootMenuProps {
  readonly name: string;
  /** Addition to the name for screen readers. */
  readonly spoken?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A list that opens upwards. Escape, a click outside, or a choice closes it. */
function FootMenu({ name, spoken, children }: FootMenuProps) {
  const { open, setOpen, close, place, button } = useOpened<HTMLDivElement>();
  return (
    <div className="foot-menu" ref={place}>
      <Button ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{name}</span>
        {spoken !== undefined && <span className="unseen">{spoken}</span>}
      </Button>
      {open && <ol className="foot-menu__list">{children(close)}</ol>}
    </div>
  );
}
