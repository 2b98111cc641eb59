/** Links, presets, and files of a run. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const share: Feature = {
  id: "share",
  dialogs: {
    presets: lazyPart(async () => (await import("./PresetsMenu.tsx")).PresetsMenu),
    share: lazyPart(async () => (await import("./ShareDialog.tsx")).ShareDialog),
  },
};
