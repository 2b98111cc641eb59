/** The transport bar: play, step, speed, seek, time, and the two time modes. */

import { type CSSProperties, memo } from "react";
import { durationOf, SPEEDS, type StepKind } from "../../core/store.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button, disabledBecause, IconButton } from "../../shared/Button.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { Segments } from "../../shared/Segments.tsx";
import { RunStatus } from "./RunStatus.tsx";
import { StepNews, StopMenu } from "./StepNews.tsx";

export const PlaybackBar = memo(function PlaybackBar() {
  return (
    <section className="transport" aria-label="Transport">
      <PlayButtons />
      <SpeedMenu />
      <ScrubBar />
      <ModeSwitch />
    </section>
  );
});

const STEP_WORDS: Record<StepKind, string> = { event: "event", rtt: "round trip", signal: "mark or loss" };

function PlayButtons() {
  const { player } = useBench();
  const playing = useBenchState((state) => state.playback.playing);
  const live = useBenchState((state) => state.mode === "live");
  const kind = useBenchState((state) => state.playback.step);
  const group = useRovingTabindex("button", "row");
  return (
    <div className="transport__buttons" role="toolbar" aria-label="Player" ref={group}>
      <IconButton
        icon={playing ? "pause" : "play"}
        label={playing ? "Pause" : "Play"}
        title="Play or pause (Space)"
        onClick={() => player.toggle()}
      />
      {live && <StopMenu className="transport__wide" />}
      <IconButton
        icon="stepBack"
        className="button button--icon transport__wide"
        label="Step back"
        title="Step back (←)"
        {...disabledBecause(live ? "A live run cannot go back" : null)}
        onClick={() => live || player.step(-1)}
      />
      <IconButton
        icon="stepForward"
        label="Step forward"
        title="Step forward (→)"
        onClick={() => player.step(1)}
      />
      <select
        className="menu transport__wide"
        aria-label="A step is one"
        value={kind}
        onChange={(event) => player.setStep(event.currentTarget.value as StepKind)}
      >
        {Object.entries(STEP_WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Button title="Go to the next mark or loss (Shift+→)" onClick={() => player.step(1, "signal")}>
        <Icon name="nextMark" />
        <span className="transport__wide transport__name">Next mark</span>
        <span className="unseen">{" or loss"}</span>
      </Button>
    </div>
  );
}

function SpeedMenu() {
  const { player } = useBench();
  const speed = useBenchState((state) => state.playback.speed);
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <select
      className="menu transport__speed"
      aria-label="Speed"
      value={speed}
      onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
    >
      {speeds.map((value) => (
        <option key={value} value={value}>
          {`${value}×`}
        </option>
      ))}
    </select>
  );
}

/** Number of steps of the seek bar: fine enough for one pixel of a wide screen. */
const SCRUB_STEPS = 4000;

/** Rounds a time to 0.01 s, or coarser if the bar cannot show that. */
function hundredths(timeS: number, durationS: number): number {
  const stepS = Math.max(0.01, durationS / SCRUB_STEPS / 2);
  return Math.min(durationS, Number((Math.round(timeS / stepS) * stepS).toFixed(4)));
}

function ScrubBar() {
  const { player } = useBench();
  const durationS = useBenchState((state) => durationOf(state.scenario));
  const playheadS = useBenchState(({ playback, scenario }) =>
    hundredths(playback.playheadS, durationOf(scenario)),
  );
  const text = `${playheadS.toFixed(durationS < 200 ? 2 : 1)} s of ${durationS} s`;
  return (
    <div className="transport__scrub">
      <span
        className="slider slider--plain"
        style={{ "--at": durationS > 0 ? playheadS / durationS : 0 } as CSSProperties}
      >
        <input
          type="range"
          aria-label="Playhead"
          aria-valuetext={text}
          min={0}
          max={durationS}
          step={durationS / SCRUB_STEPS}
          value={playheadS}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
      </span>
      <output className="transport__time">{text}</output>
      <RunStatus />
      <StepNews />
    </div>
  );
}

const MODES = [
  { value: "whole", label: "Whole run", help: "Each change simulates the whole run again" },
  {
    value: "live",
    label: "Live",
    help: "Simulated time advances; a change takes effect from now on, the past stays as it is",
  },
] as const;

function ModeSwitch() {
  const bench = useBench();
  const mode = useBenchState((state) => state.mode);
  return (
    <Segments
      className="segments transport__mode"
      aria-label="Mode of time"
      options={MODES}
      value={mode}
      onChoose={(next) => bench.setMode(next)}
    />
  );
}
