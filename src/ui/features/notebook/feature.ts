/** The notebook of kept runs, the report on a run, and the picture for a paper. */

import { type Feature, screenAction } from "../../bench/feature.ts";
import { character } from "../../core/action.ts";
import { fetched, lazyPart } from "../../shared/lazy.tsx";

const keeping = () => import("../../parts/runs/keep.ts");

export const notebook: Feature = {
  id: "notebook",
  screens: [
    {
      id: "notebook",
      label: "Notebook",
      Screen: lazyPart(async () => (await import("./NotebookScreen.tsx")).NotebookScreen),
    },
    {
      id: "report",
      label: "Report",
      Screen: lazyPart(async () => (await import("./ReportScreen.tsx")).ReportScreen),
    },
  ],
  dialogs: {
    picture: lazyPart(async () => (await import("./PaperPicture.tsx")).PaperPicture),
  },
  places: {
    paper: lazyPart(async () => (await import("./PrintedReport.tsx")).PrintedReport),
  },
  actions: [
    {
      id: "keep",
      label: "Keep this run in the notebook",
      key: character("K", false),
      button: { words: "Keep in the notebook", icon: "plus" },
      async run(bench) {
        // The run on the screen at the press is kept, also if another one follows while the code loads.
        const shown = bench.store.get();
        try {
          const { keepRun } = await fetched("The notebook", keeping());
          return keepRun(bench, shown);
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      },
    },
    screenAction("notebook", character("Shift+K", true), "Open the notebook, which compares the kept runs"),
    screenAction("report", character("D"), "Report on this run, to print or save"),
  ],
  stored: ["notebook", "report.", "reports"],
  // The code is loaded in advance, so that the answer comes at once.
  afterFirstPlots: () => void keeping().catch(() => undefined),
};
