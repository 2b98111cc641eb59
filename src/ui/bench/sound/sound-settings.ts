/** What a person has chosen of the sound; kept on the device. Whether it is on is not: a page begins silent. */
import { volumeGain } from "./sound-mapping.ts";
import type { Mix } from "./voices.ts";

export interface SoundSettings {
  /** In percent. */
  readonly volume: number;
  readonly tone: boolean;
  readonly rustle: boolean;
  readonly ticks: boolean;
}

export type VoiceName = Exclude<keyof SoundSettings, "volume">;
export const VOICE_NAMES: readonly VoiceName[] = ["tone", "rustle", "ticks"];

const USUAL: SoundSettings = { volume: 60, tone: true, rustle: true, ticks: true };

export function settingsText({ volume, ...voices }: SoundSettings): string {
  return [`volume=${volume}`, ...VOICE_NAMES.map((name) => `${name}=${voices[name] ? "on" : "off"}`)].join(
    "&",
  );
}

/** What cannot be read is as usual. */
export function settingsOf(text: string | null): SoundSettings {
  const said = new URLSearchParams(text ?? "");
  const volume = /^\d{1,3}$/.test(said.get("volume") ?? "") ? Number(said.get("volume")) : USUAL.volume;
  const isOn = (name: VoiceName) => said.get(name) !== "off";
  return {
    volume: volume <= 100 ? volume : USUAL.volume,
    tone: isOn("tone"),
    rustle: isOn("rustle"),
    ticks: isOn("ticks"),
  };
}

export function mixOf({ volume, ...voices }: SoundSettings): Mix {
  const gain = (name: VoiceName) => (voices[name] ? 1 : 0);
  return { volume: volumeGain(volume), tone: gain("tone"), rustle: gain("rustle"), ticks: gain("ticks") };
}
