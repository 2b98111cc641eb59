/** The page inside another page, and the dialog that makes links for it. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";
import "./embed.css";

export const embed: Feature = {
  id: "embed",
  dialogs: {
    builder: lazyPart(async () => (await import("./LinkBuilder.tsx")).LinkBuilder),
    plot: lazyPart(async () => (await import("./SharePlot.tsx")).SharePlot),
  },
  places: { embedded: lazyPart(async () => (await import("./EmbedHead.tsx")).EmbedHead) },
};
