/** In the transport bar: what is heard of the run, and how loud. */
import { type CSSProperties, useId, useSyncExternalStore } from "react";
import { counted } from "../../../experiments/counted.ts";
import { Button, Check, IconButton } from "../../shared/Button.tsx";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import { useOpened } from "../../shared/hooks.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { KeptNote } from "../kept-on-device.tsx";
import { flowName } from "../plots/flow-names.ts";
import { useRuns, useTimeView } from "../use-runs.ts";
import { SOUND, type SoundPlayer, type SoundState, soundOf } from "./sound-player.ts";
import { HIGHEST_HZ, LOWEST_HZ, type SoundTrack, semitonesOfHalf, TOUR_S } from "./sound-track.ts";

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
      <IconButton
        ref={button}
        icon={sounds ? "sound" : "silence"}
        label={label}
        title={`${label} (A)`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <SoundPanel />}
    </span>
  );
}

const VOICES = [
  ["tone", "cwnd: pitch of a tone"],
  ["rustle", "queue delay: a rustle"],
  ["ticks", "marks, losses, timeouts: ticks"],
] as const;

function SoundPanel() {
  const [player, { on, touring, problem, settings }] = useSound();
  const { volume } = settings;
  const { fromS, toS } = useTimeView();
  const isWhole = useBenchState((state) => state.view.zoom === null && toS === durationOf(state.scenario));
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
        <Button title="(Shift+A)" onClick={() => void player.tour()}>
          {touring ? "Stop" : tourWords(isWhole, fromS, toS)}
        </Button>
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      <label className="sound__volume">
        Volume
        <span className="slider slider--plain" style={{ "--at": volume / 100 } as CSSProperties}>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={volume}
            aria-valuetext={`${volume} %`}
            onChange={(event) => player.change({ volume: Number(event.currentTarget.value) })}
          />
        </span>
      </label>
      <fieldset className="sound__voices">
        <legend className="unseen">What is heard</legend>
        {VOICES.map(([name, words]) => (
          <Check key={name} checked={settings[name]} onCheck={(isOn) => player.change({ [name]: isOn })}>
            {words}
          </Check>
        ))}
      </fieldset>
      <KeptNote of={SOUND} />
      <FlowChoice />
      <Mapping />
    </fieldset>
  );
}

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
        <option value="">{`all ${counted(flows.length, "recorded flow")} together`}</option>
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
  const { reach, longestMs } = track;
  const lower = reach && Number(semitonesOfHalf(reach).toFixed(1));
  return [
    reach === null
      ? "No window has been recorded: there is no tone."
      : `cwnd from ${reach.low} to ${reach.high} segments is ${LOWEST_HZ} to ${HIGHEST_HZ} Hz; half a window sounds ${lower} semitones lower.`,
    longestMs === 0
      ? "Nothing has waited in the queue: there is no rustle."
      : `Queue delay up to ${shortNumber(longestMs)} ms: the longer, the louder and brighter.`,
    "A mark is a bright tick, a loss a dull knock, a timeout a long fall.",
  ];
}

/** "the whole run", or the stretch that is in view. */
export function tourWords(isWhole: boolean, fromS: number, toS: number): string {
  const second = (timeS: number) => Number(timeS.toFixed(2));
  return isWhole
    ? `Hear the whole run in ${TOUR_S} s`
    : `Hear ${second(fromS)} to ${second(toS)} s in ${TOUR_S} s`;
}
