/** Links, presets, and files of a run. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const share: Feature = {
  id: "share",
  head: [
    { dialog: "presets", words: "Presets", place: "first", look: "menu", isOfBench: true },
    { dialog: "share", words: "Share", place: "last", look: "main", isOfBench: true },
  ],
  dialogs: {
    presets: lazyPart(async () => (await import("./PresetsMenu.tsx")).PresetsMenu),
    share: lazyPart(async () => (await import("./ShareDialog.tsx")).ShareDialog),
  },
};
