/** The sound itself, as nodes of Web Audio: a tone, a rustle and ticks. Nothing jumps, so that nothing clicks. */
import type { Clock } from "../../state/run-scheduler.ts";
import type { Score, TickKind } from "./sound-track.ts";

export interface VoiceSettings {
  /** In percent. */
  readonly volume: number;
  readonly tone: boolean;
  readonly rustle: boolean;
  readonly ticks: boolean;
}

export type VoiceName = Exclude<keyof VoiceSettings, "volume">;
export const VOICE_NAMES: readonly VoiceName[] = ["tone", "rustle", "ticks"];

/** Half of the slider is a quarter of the amplitude, which is heard as about half as loud. */
function volumeGain(percent: number): number {
  return (Math.min(100, Math.max(0, percent)) / 100) ** 2;
}

/** A short sound that glides from one pitch to another while it dies away. */
interface TickSound {
  readonly wave: OscillatorType;
  readonly fromHz: number;
  readonly toHz: number;
  readonly glideS: number;
  /** Time constant of its decay. */
  readonly decayS: number;
  readonly gain: number;
}

/** A bright tick, a dull knock, a long fall: told apart by pitch, length and direction. */
const TICK_SOUNDS: Readonly<Record<TickKind, TickSound>> = {
  mark: { wave: "sine", fromHz: 1760, toHz: 1760, glideS: 0, decayS: 0.014, gain: 0.2 },
  loss: { wave: "triangle", fromHz: 260, toHz: 90, glideS: 0.06, decayS: 0.045, gain: 0.36 },
  timeout: { wave: "triangle", fromHz: 660, toHz: 110, glideS: 0.4, decayS: 0.16, gain: 0.3 },
};

/** Time constant of all that follows a value: a twentieth of a second later it is there. */
const GLIDE_S = 0.012;
/** After so many time constants nothing is heard any more. */
const GONE = 8;
/** From nothing to a tick's peak. */
const ATTACK_S = 0.002;
const NOISE_S = 2;
/** Wide: a rustle, and no whistle. */
const BAND_Q = 0.8;

export class Voices {
  readonly #context: BaseAudioContext;
  readonly #master: GainNode;
  readonly #parts: Readonly<Record<VoiceName, GainNode>>;
  readonly #tone: OscillatorNode;
  readonly #toneGain: GainNode;
  readonly #noise: AudioBufferSourceNode;
  readonly #band: BiquadFilterNode;
  readonly #rustleGain: GainNode;
  #hasPitch = false;

  constructor(context: BaseAudioContext, settings: VoiceSettings) {
    this.#context = context;
    this.#master = this.#gain(volumeGain(settings.volume), context.destination);
    this.#parts = {
      tone: this.#gain(settings.tone ? 1 : 0, this.#master),
      rustle: this.#gain(settings.rustle ? 1 : 0, this.#master),
      ticks: this.#gain(settings.ticks ? 1 : 0, this.#master),
    };
    this.#toneGain = this.#gain(0, this.#parts.tone);
    this.#tone = context.createOscillator();
    this.#tone.type = "triangle";
    this.#tone.connect(this.#toneGain);
    this.#rustleGain = this.#gain(0, this.#parts.rustle);
    this.#band = context.createBiquadFilter();
    this.#band.type = "bandpass";
    this.#band.Q.value = BAND_Q;
    this.#band.connect(this.#rustleGain);
    this.#noise = context.createBufferSource();
    this.#noise.buffer = noiseOf(context);
    this.#noise.loop = true;
    this.#noise.connect(this.#band);
    this.#tone.start();
    this.#noise.start();
  }

  #gain(gain: number, to: AudioNode): GainNode {
    const node = this.#context.createGain();
    node.gain.value = gain;
    node.connect(to);
    return node;
  }

  set(settings: VoiceSettings): void {
    const nowS = this.#context.currentTime;
    this.#master.gain.setTargetAtTime(volumeGain(settings.volume), nowS, GLIDE_S);
    for (const name of VOICE_NAMES)
      this.#parts[name].gain.setTargetAtTime(settings[name] ? 1 : 0, nowS, GLIDE_S);
  }

  /** From a time of the context on. */
  perform({ points, ticks }: Score, fromS: number): void {
    for (const { atS, hz, toneGain, rustleHz, rustleGain } of points) {
      const timeS = fromS + atS;
      if (hz !== null) this.#glideTo(hz, timeS);
      this.#toneGain.gain.setTargetAtTime(toneGain, timeS, GLIDE_S);
      this.#band.frequency.setTargetAtTime(rustleHz, timeS, GLIDE_S);
      this.#rustleGain.gain.setTargetAtTime(rustleGain, timeS, GLIDE_S);
    }
    for (const { atS, kind } of ticks) this.#tick(kind, fromS + atS);
  }

  /** The first note begins where it is. */
  #glideTo(hz: number, atS: number): void {
    if (this.#hasPitch) this.#tone.frequency.setTargetAtTime(hz, atS, GLIDE_S);
    else this.#tone.frequency.value = hz;
    this.#hasPitch = true;
  }

  #tick(kind: TickKind, atS: number): void {
    const { wave, fromHz, toHz, glideS, decayS, gain } = TICK_SOUNDS[kind];
    const loudness = this.#gain(0, this.#parts.ticks);
    loudness.gain.setValueAtTime(0, atS);
    loudness.gain.linearRampToValueAtTime(gain, atS + ATTACK_S);
    loudness.gain.setTargetAtTime(0, atS + ATTACK_S, decayS);
    const tick = this.#context.createOscillator();
    tick.type = wave;
    tick.frequency.value = fromHz;
    if (glideS > 0) {
      tick.frequency.setValueAtTime(fromHz, atS);
      tick.frequency.exponentialRampToValueAtTime(toHz, atS + glideS);
    }
    tick.connect(loudness);
    tick.start(atS);
    tick.stop(atS + ATTACK_S + GONE * decayS);
  }

  silence(): void {
    this.release(this.#context.currentTime);
  }

  /** All falls silent from that time on, what was to come too; the nodes are not used again. */
  release(atS: number): void {
    const goneS = atS + GONE * GLIDE_S;
    this.#master.gain.setTargetAtTime(0, atS, GLIDE_S);
    this.#tone.stop(goneS);
    this.#noise.stop(goneS);
    this.#tone.onended = () => this.#master.disconnect();
  }
}

/** White noise, always the same: one run sounds one way. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const length = Math.round(NOISE_S * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[i] = state / 2 ** 31;
  }
  return buffer;
}

/** A browser that keeps sound back does not say so: it only never begins. */
const PATIENCE_MS = 1500;

/** The way to the loudspeaker: a browser may have none, or keep it shut until somebody has pressed something. */
export class Loudspeaker {
  context: AudioContext | null = null;
  readonly #make: () => AudioContext;
  readonly #clock: Clock;

  constructor(make: () => AudioContext, clock: Clock) {
    this.#make = make;
    this.#clock = clock;
  }

  /** Only at somebody's press. Says why there is no sound; null: it is open. */
  async open(): Promise<string | null> {
    try {
      this.context ??= this.#make();
    } catch {
      return "This browser makes no sound here: it has no Web Audio, or allows no more of it.";
    }
    const patience = new Promise<void>((resolve) => this.#clock.after(PATIENCE_MS, resolve));
    await Promise.race([this.context.resume().catch(() => undefined), patience]);
    if (this.context?.state === "running") return null;
    this.close();
    return "The browser blocks sound. Allow sound for this page, and press again.";
  }

  rest(): void {
    void this.context?.suspend().catch(() => undefined);
  }

  wake(): void {
    void this.context?.resume().catch(() => undefined);
  }

  close(): void {
    void this.context?.close().catch(() => undefined);
    this.context = null;
  }
}
