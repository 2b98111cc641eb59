/** The sound itself, as nodes of Web Audio: a tone, a rustle and ticks. Nothing jumps, so that nothing clicks. */
import { TICK_SOUNDS, type TickKind } from "./sound-mapping.ts";
import type { Score } from "./sound-score.ts";

/** How loud each voice is; 0 is off. */
export interface Mix {
  readonly volume: number;
  readonly tone: number;
  readonly rustle: number;
  readonly ticks: number;
}

/** Time constant of all that follows a value: a twentieth of a second later it is there. */
const GLIDE_S = 0.012;
/** After so many time constants nothing is heard any more. */
const GONE = 8;
/** From nothing to a tick's peak. */
const ATTACK_S = 0.002;
const NOISE_S = 2;
/** Wide: a rustle, and no whistle. */
const BAND_Q = 0.8;

type Part = Exclude<keyof Mix, "volume">;

export class Voices {
  readonly #context: BaseAudioContext;
  readonly #master: GainNode;
  readonly #parts: Readonly<Record<Part, GainNode>>;
  readonly #tone: OscillatorNode;
  readonly #toneGain: GainNode;
  readonly #noise: AudioBufferSourceNode;
  readonly #band: BiquadFilterNode;
  readonly #rustleGain: GainNode;
  #hasPitch = false;

  constructor(context: BaseAudioContext, mix: Mix) {
    this.#context = context;
    this.#master = this.#gain(mix.volume, context.destination);
    this.#parts = {
      tone: this.#gain(mix.tone, this.#master),
      rustle: this.#gain(mix.rustle, this.#master),
      ticks: this.#gain(mix.ticks, this.#master),
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

  setMix(mix: Mix): void {
    const nowS = this.#context.currentTime;
    this.#master.gain.setTargetAtTime(mix.volume, nowS, GLIDE_S);
    for (const part of ["tone", "rustle", "ticks"] as const)
      this.#parts[part].gain.setTargetAtTime(mix[part], nowS, GLIDE_S);
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
