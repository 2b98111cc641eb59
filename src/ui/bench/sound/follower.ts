/** Makes the playhead heard: what it has passed since the last look sounds while it goes on, and a step is a note. */
import type { Clock } from "../../state/conductor.ts";
import type { AudioDoor } from "./audio-door.ts";
import { type Score, scoreOf } from "./sound-score.ts";
import type { SoundTrack } from "./sound-track.ts";
import { type Mix, Voices } from "./voices.ts";

export interface Followed {
  readonly atS: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Whether something else is being heard just now. */
  readonly isHeld: boolean;
}

export interface FollowerPorts {
  now(): Followed;
  /** Null before the first run. */
  track(): SoundTrack | null;
  mix(): Mix;
  readonly door: Pick<AudioDoor, "context" | "rest" | "wake">;
}

const LOOK_MS = 50;
/** A playhead that waits for a moment, for the packets' picture, is still on its way. */
const HOLD_MS = 400;
/** Further than what it passes in so long, it has been put elsewhere. */
const LEAP_S = 0.5;
/** How long a step sounds, and what counts as happening at it. */
const NOTE_S = 0.2;
const NOTE_REACH_S = 1e-6;
/** Between what is scheduled and what is heard: else it would be late already. */
const LEAD_S = 0.02;
/** After the last sound has died away. */
const SUSPEND_MS = 300;

export class Follower {
  readonly #clock: Clock;
  readonly #ports: FollowerPorts;
  #voices: Voices | null = null;
  /** Counts starts: what an earlier one has scheduled ends. */
  #life = 0;
  #lastS = 0;
  #lookedMs = 0;
  #soundsUntilMs = 0;
  /** Up to where the context's time is taken. */
  #takenS = 0;

  constructor(clock: Clock, ports: FollowerPorts) {
    this.#clock = clock;
    this.#ports = ports;
  }

  start(): void {
    this.#life++;
    this.#lastS = this.#ports.now().atS;
    this.#lookedMs = this.#clock.now();
    this.#suspendLater();
    this.#look(this.#life);
  }

  stop(): void {
    this.#life++;
    this.#silence();
  }

  /** Silence until the playhead moves again. */
  rest(): void {
    this.#lastS = this.#ports.now().atS;
    this.#silence();
    this.#suspendLater();
  }

  setMix(mix: Mix): void {
    this.#voices?.setMix(mix);
  }

  #look(life: number): void {
    this.#clock.after(LOOK_MS, () => {
      if (life !== this.#life) return;
      this.#hear();
      this.#look(life);
    });
  }

  #hear(): void {
    const now = this.#ports.now();
    const nowMs = this.#clock.now();
    const elapsedS = (nowMs - this.#lookedMs) / 1000;
    this.#lookedMs = nowMs;
    const fromS = this.#lastS;
    this.#lastS = now.atS;
    if (now.isHeld) return;
    if (now.atS !== fromS) this.#sound(fromS, now, elapsedS);
    else if (this.#voices !== null && nowMs > this.#soundsUntilMs + (now.playing ? HOLD_MS : 0)) this.rest();
  }

  #sound(fromS: number, { atS, playing, speed }: Followed, elapsedS: number): void {
    const track = this.#ports.track();
    if (track === null) return;
    const goesOn = playing && atS > fromS && atS - fromS <= LEAP_S * speed;
    const note = { fromS: atS - NOTE_REACH_S, toS: atS + NOTE_REACH_S };
    this.#perform(
      goesOn ? scoreOf(track, { fromS, toS: atS }, Math.min(LEAP_S, elapsedS)) : scoreOf(track, note, NOTE_S),
    );
  }

  #perform(score: Score): void {
    const { context } = this.#ports.door;
    if (context === null) return;
    this.#ports.door.wake();
    this.#voices ??= new Voices(context, this.#ports.mix());
    const soonS = context.currentTime + LEAD_S;
    // What was late does not make all that follows late.
    const startS = this.#takenS > soonS + LEAP_S ? soonS : Math.max(soonS, this.#takenS);
    this.#voices.perform(score, startS);
    this.#takenS = startS + score.lengthS;
    this.#soundsUntilMs = this.#clock.now() + score.lengthS * 1000;
  }

  #silence(): void {
    this.#voices?.silence();
    this.#voices = null;
    this.#takenS = 0;
  }

  #suspendLater(): void {
    const life = this.#life;
    this.#clock.after(SUSPEND_MS, () => {
      if (life === this.#life && this.#voices === null && !this.#ports.now().isHeld) this.#ports.door.rest();
    });
  }
}
