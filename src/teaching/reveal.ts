/** What of a scene is seen after so many presses of the clicker. */
import type { SceneSettings } from "./scene-settings.ts";

export interface Seen {
  readonly sentence: boolean;
  /** The line that says what came out. */
  readonly result: boolean;
  readonly pinned: boolean;
  readonly theory: boolean;
  /** Flows from this one on (from 0) are not drawn yet; null: all are. */
  readonly flowsBefore: number | null;
  readonly isPlotSeen: (name: string) => boolean;
}

export const ALL_SEEN: Seen = {
  sentence: true,
  result: true,
  pinned: true,
  theory: true,
  flowsBefore: null,
  isPlotSeen: () => true,
};

export function seenAfter({ reveal }: Pick<SceneSettings, "reveal">, presses: number): Seen {
  const waiting = new Set(reveal.slice(presses).flat());
  const flows = [...waiting].flatMap((name) => /^flow (\d+)$/.exec(name)?.[1] ?? []).map(Number);
  return {
    sentence: !waiting.has("sentence"),
    result: !waiting.has("result"),
    pinned: !waiting.has("pinned"),
    theory: !waiting.has("theory"),
    flowsBefore: flows.length === 0 ? null : Math.min(...flows) - 1,
    isPlotSeen: (name) => !waiting.has(name),
  };
}
