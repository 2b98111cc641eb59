/** The projector view, talks, and their editor. */

import type { Feature } from "../../bench/feature.ts";
import { character } from "../../core/action.ts";
import { lazyPart } from "../../shared/lazy.tsx";
import { PROJECTOR_ACTIONS } from "./talk-actions.ts";

export const talks: Feature = {
  id: "talks",
  guide: {
    kind: "talk",
    Panel: lazyPart(async () => (await import("./TalkPanel.tsx")).TalkPanel),
  },
  tabs: [{ id: "talk", label: "Talk", Panel: lazyPart(async () => (await import("./TalkTab.tsx")).TalkTab) }],
  places: {
    scene: lazyPart(async () => (await import("./AddScene.tsx")).AddScene),
    plotScene: lazyPart(async () => (await import("./AddScene.tsx")).AddPlotScene),
    projector: lazyPart(async () => (await import("./Projector.tsx")).Projector),
  },
  actions: [
    {
      id: "present",
      label: "Projector view on or off: large type, few controls",
      key: character("P"),
      run: (bench) => bench.present(!bench.store.get().frame.present),
    },
    ...PROJECTOR_ACTIONS,
  ],
  stored: ["talk-draft"],
};
