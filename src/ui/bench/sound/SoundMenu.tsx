/** In the transport bar: what is heard of the run, and how loud. */
import { Button, Check } from "../../shared/Button.tsx";
import "./sound.css";
import { type CSSProperties, useId, useSyncExternalStore } from "react";
import { counted } from "../../../experiments/counted.ts";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import { Icon } from "../../shared/Icon.tsx";
import { useOpened } from "../../shared/use-opened.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { flowName } from "../plots/flow-names.ts";
import { useRuns, useTimeView } from "../use-runs.ts";
import { type SoundPlayer, type SoundState, soundOf } from "./sound-player.ts";
import { HIGHEST_HZ, LOWEST_HZ, type SoundTrack, semitonesOfHalf, TOUR_S } from "./sound-track.ts";
import { VOICE_NAMES, type VoiceName } from "./voices.ts";

function useSound(): [SoundPlayer, SoundState] {
  const player = soundOf(useBench());
  return [player, useSyncExternalStore(player.store.subscribe, player.store.get, player.store.get)];
}

export function SoundMenu() {
  const [, { on, touring }] = useSound();
  const { open, setOpen, place, button } = useOpened<HTMLSpanElement>();
  const sounds = on || touring;
  const label = `Sound: ${sounds ? "on" : "off"}`;
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
  const [player, { on, problem }] = useSound();
  return (
    <fieldset className="sound__panel">
      <legend className="unseen">Sound</legend>
      <p className="sound__row">
        <Button
          aria-pressed={on}
          title="Heard while time plays, and at each step (A)"
          onClick={() => void player.toggle()}
        >
          Sound on
        </Button>
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
  const [player, { touring }] = useSound();
  const { fromS, toS } = useTimeView();
  const isWhole = useBenchState((state) => state.view.zoom === null && toS === durationOf(state.scenario));
  return (
    <Button title="(Shift+A)" onClick={() => void player.tour()}>
      {touring ? "Stop" : tourWords(isWhole, fromS, toS)}
    </Button>
  );
}

const VOLUME_STEP = 5;

function Volume() {
  const [player, { settings }] = useSound();
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
          onChange={(event) => player.change({ volume: Number(event.currentTarget.value) })}
        />
      </span>
    </label>
  );
}

function VoiceChoice() {
  const [player, { settings }] = useSound();
  return (
    <fieldset className="sound__voices">
      <legend className="unseen">What is heard</legend>
      {VOICE_NAMES.map((name) => (
        <Check key={name} checked={settings[name]} onCheck={(on) => player.change({ [name]: on })}>
          {VOICE_WORDS[name]}
        </Check>
      ))}
    </fieldset>
  );
}

const VOICE_WORDS: Readonly<Record<VoiceName, string>> = {
  tone: "cwnd: pitch of a tone",
  rustle: "queue delay: a rustle",
  ticks: "marks, losses, timeouts: ticks",
};

/** Whose window; of a lone flow there is no choice. */
function FlowChoice() {
  const [player, { flow }] = useSound();
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
        onChange={({ currentTarget: { value } }) => player.choose(value === "" ? null : Number(value))}
      >
        <option value="">all {counted(flows.length, "recorded flow")} together</option>
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
  const [player] = useSound();
  // A live run grows: it is said anew when the menu is opened, or another run is there.
  useBenchState((state) => state.run.snapshot?.done);
  useBenchState((state) => state.watch);
  return mappingSentences(player.track()).map((sentence) => (
    <p key={sentence} className="control__note">
      {sentence}
    </p>
  ));
}

/** How what is in view is heard; empty before the first run. */
export function mappingSentences(track: SoundTrack | null): string[] {
  if (track === null) return [];
  return [
    windowSentence(track),
    delaySentence(track),
    "A mark is a bright tick, a loss a dull knock, a timeout a long fall.",
  ];
}

function windowSentence({ reach }: SoundTrack): string {
  if (reach === null) return "No window has been recorded: there is no tone.";
  const semitones = Number(semitonesOfHalf(reach).toFixed(1));
  return `cwnd from ${reach.low} to ${reach.high} segments is ${LOWEST_HZ} to ${HIGHEST_HZ} Hz; half a window sounds ${semitones} semitones lower.`;
}

function delaySentence({ longestMs }: SoundTrack): string {
  if (longestMs === 0) return "Nothing has waited in the queue: there is no rustle.";
  return `Queue delay up to ${shortNumber(longestMs)} ms: the longer, the louder and brighter.`;
}

/** "the whole run", or the stretch that is in view. */
export function tourWords(isWhole: boolean, fromS: number, toS: number): string {
  const second = (timeS: number) => Number(timeS.toFixed(2));
  return isWhole
    ? `Hear the whole run in ${TOUR_S} s`
    : `Hear ${second(fromS)} to ${second(toS)} s in ${TOUR_S} s`;
}
