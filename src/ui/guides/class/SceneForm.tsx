/** One scene of the talk that is being written. */
import { useId } from "react";
import { MOST_PLOTS, USUAL_PLOTS } from "../../../teaching/talk.ts";
import { namesIn, namesOf, withNames } from "../../present/record-scene.ts";
import { toggled } from "../../present/shown-plots.ts";
import type { DraftScene, TalkDesk } from "../../present/talk-desk.ts";
import { ofScene, sceneLabel } from "../../present/talk-words.ts";
import { disabledBecause } from "../../shared/because.ts";
import { IconButton } from "../../shared/IconButton.tsx";
import { PLOT_PIECES } from "../../state/pieces.ts";
import { useBench } from "../../state/use-store.ts";
import { Field } from "./Field.tsx";

interface SceneFormProps {
  readonly desk: TalkDesk;
  readonly scene: DraftScene;
  /** From 1. */
  readonly number: number;
  readonly last: boolean;
}

export function SceneForm({ desk, scene, number, last }: SceneFormProps) {
  return (
    <section className="talk-scene" aria-label={sceneLabel(number)}>
      <SceneHead desk={desk} scene={scene} number={number} last={last} />
      <Field
        label="Sentence to show"
        value={scene.sentence}
        onValue={(sentence) => desk.edit(scene.key, { sentence })}
      />
      <details className="talk-scene__more">
        <summary>Plots, controls, what is revealed, notes</summary>
        <ScenePlots desk={desk} scene={scene} />
        <Lines
          label="Controls at the foot: names with commas, like beta-ecn, rtt. Empty: the first one"
          value={namesIn(scene.link, "touch").join(", ")}
          onLines={(lines) =>
            desk.edit(scene.key, { link: withNames(scene.link, "touch", namesOf(lines.join(","))) })
          }
        />
        <Lines
          label="Revealed step by step: one press of the clicker a line (sentence, result, pinned, theory, flow 2, or a plot)"
          value={scene.reveal.map((names) => names.join(", ")).join("\n")}
          onLines={(lines) =>
            desk.edit(scene.key, { reveal: lines.map(namesOf).filter((names) => names.length > 0) })
          }
        />
        <Lines
          label="Notes for the speaker (Markdown)"
          value={scene.notes}
          onLines={(lines) => desk.edit(scene.key, { notes: lines.join("\n") })}
        />
      </details>
    </section>
  );
}

function SceneHead({ desk, scene, number, last }: SceneFormProps) {
  const bench = useBench();
  const { key } = scene;
  const open = () => {
    bench.openFragment(scene.link);
    bench.url.push();
  };
  return (
    <header className="talk-scene__head">
      <h2>{sceneLabel(number)}</h2>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Open on the bench:", number)}
        onClick={open}
      >
        Open on the bench
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Record anew:", number)}
        title="The scene shows from now on what the bench shows"
        onClick={() => desk.record(key)}
      >
        Record anew
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Move up", number)}
        {...disabledBecause(number === 1 ? "It is the first scene" : null)}
        onClick={() => desk.move(key, -1)}
      >
        Up
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Move down", number)}
        {...disabledBecause(last ? "It is the last scene" : null)}
        onClick={() => desk.move(key, 1)}
      >
        Down
      </button>
      <IconButton icon="remove" label={ofScene("Remove", number)} onClick={() => desk.remove(key)} />
    </header>
  );
}

function ScenePlots({ desk, scene }: Pick<SceneFormProps, "desk" | "scene">) {
  const named = namesIn(scene.link, "plots");
  const shown = named.length > 0 ? named : USUAL_PLOTS;
  return (
    <fieldset className="talk-scene__plots">
      <legend>Plots: one or two</legend>
      {PLOT_PIECES.map(({ id, label }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={shown.includes(id)}
            onChange={() =>
              desk.edit(scene.key, { link: withNames(scene.link, "plots", toggled(shown, id, MOST_PLOTS)) })
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface LinesProps {
  readonly label: string;
  readonly value: string;
  onLines(lines: readonly string[]): void;
}

/** What is typed stands as it is typed; it is read at the end of it. */
function Lines({ label, value, onLines }: LinesProps) {
  const id = useId();
  return (
    <span className="class-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        key={value}
        id={id}
        className="class__words"
        rows={value.split("\n").length + (value.includes("\n") ? 1 : 0)}
        defaultValue={value}
        onBlur={(event) => onLines(event.currentTarget.value.split("\n"))}
      />
    </span>
  );
}
