/** In the transport bar: what is heard of the run, and how loud. */
import "./sound.css";
import { type CSSProperties, useId, useSyncExternalStore } from "react";
import { Icon } from "../../shared/Icon.tsx";
import { useOpened } from "../../shared/use-opened.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { flowName } from "../plots/flow-names.ts";
import { useRuns, useTimeView } from "../use-runs.ts";
import { type SoundDesk, type SoundState, soundOf } from "./sound-desk.ts";
import { VOICE_NAMES } from "./sound-settings.ts";
import { mappingSentences, soundLabel, togetherLabel, tourWords, VOICE_WORDS } from "./sound-words.ts";

function useSound(): [SoundDesk, SoundState] {
  const desk = soundOf(useBench());
  return [desk, useSyncExternalStore(desk.store.subscribe, desk.store.get, desk.store.get)];
}

export function SoundMenu() {
  const [, { on, touring }] = useSound();
  const { open, setOpen, place, button } = useOpened<HTMLSpanElement>();
  const sounds = on || touring;
  const label = soundLabel(sounds);
  return (
    <span className="sound" ref={place}>
      <button
        ref={button}
        type="button"
        className="button button--icon"
        aria-label={label}
        title={`${label} (A)`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={sounds ? "sound" : "silence"} />
      </button>
      {open && <SoundPanel />}
    </span>
  );
}

function SoundPanel() {
  const [desk, { on, problem }] = useSound();
  return (
    <fieldset className="sound__panel">
      <legend className="unseen">Sound</legend>
      <p className="sound__row">
        <button
          type="button"
          className="button"
          aria-pressed={on}
          title="Heard while time plays, and at each step (A)"
          onClick={() => void desk.toggle()}
        >
          Sound on
        </button>
        <TourButton />
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      <Volume />
      <VoiceChoice />
      <FlowChoice />
      <Mapping />
    </fieldset>
  );
}

function TourButton() {
  const [desk, { touring }] = useSound();
  const { fromS, toS } = useTimeView();
  const isWhole = useBenchState((state) => state.view.zoom === null && toS === durationOf(state.scenario));
  return (
    <button type="button" className="button" title="(Shift+A)" onClick={() => void desk.tour()}>
      {touring ? "Stop" : tourWords(isWhole, fromS, toS)}
    </button>
  );
}

const VOLUME_STEP = 5;

function Volume() {
  const [desk, { settings }] = useSound();
  const { volume } = settings;
  return (
    <label className="sound__volume">
      Volume
      <span className="slider slider--plain" style={{ "--at": volume / 100 } as CSSProperties}>
        <input
          type="range"
          min={0}
          max={100}
          step={VOLUME_STEP}
          value={volume}
          aria-valuetext={`${volume} %`}
          onChange={(event) => desk.change({ volume: Number(event.currentTarget.value) })}
        />
      </span>
    </label>
  );
}

function VoiceChoice() {
  const [desk, { settings }] = useSound();
  return (
    <fieldset className="sound__voices">
      <legend className="unseen">What is heard</legend>
      {VOICE_NAMES.map((name) => (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={settings[name]}
            onChange={(event) => desk.change({ [name]: event.currentTarget.checked })}
          />
          {VOICE_WORDS[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** Whose window; of a lone flow there is no choice. */
function FlowChoice() {
  const [desk, { flow }] = useSound();
  const { run } = useRuns();
  const id = useId();
  if (run === null || run.snapshot.flows.length < 2) return null;
  const flows = run.snapshot.flows.map((trace) => trace.flow);
  const chosen = flow !== null && flows.includes(flow) ? String(flow) : "";
  return (
    <p className="sound__row">
      <label htmlFor={id}>of</label>
      <select
        id={id}
        className="menu"
        value={chosen}
        onChange={({ currentTarget: { value } }) => desk.choose(value === "" ? null : Number(value))}
      >
        <option value="">{togetherLabel(flows.length)}</option>
        {flows.map((each) => (
          <option key={each} value={each}>
            {flowName(run, each)}
          </option>
        ))}
      </select>
    </p>
  );
}

function Mapping() {
  const [desk] = useSound();
  // A live run grows: it is said anew when the menu is opened, or another run is there.
  useBenchState((state) => state.run.snapshot?.done);
  useBenchState((state) => state.watch);
  return mappingSentences(desk.track()).map((sentence) => (
    <p key={sentence} className="control__note">
      {sentence}
    </p>
  ));
}
