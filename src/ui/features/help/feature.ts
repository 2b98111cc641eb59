/** Help, cards of algorithms, notes on the model, licences. */

import type { Feature } from "../../bench/feature.ts";
import { character } from "../../core/action.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const help: Feature = {
  id: "help",
  head: [
    { dialog: "notes", words: "Model notes", place: "after-steps", look: "wide only" },
    { dialog: "help", words: "Help and keys", place: "after-theme", look: "help" },
  ],
  dialogs: {
    accessibility: lazyPart(
      async () => (await import("./AccessibilityStatement.tsx")).AccessibilityStatement,
    ),
    card: lazyPart(async () => (await import("./AlgorithmCard.tsx")).AlgorithmCard),
    help: lazyPart(async () => (await import("./HelpDialog.tsx")).HelpDialog),
    licences: lazyPart(async () => (await import("./LicencesDialog.tsx")).LicencesDialog),
    notes: lazyPart(async () => (await import("./ModelNotes.tsx")).ModelNotes),
    right: lazyPart(async () => (await import("./HowRightDialog.tsx")).HowRightDialog),
  },
  actions: [
    {
      id: "help",
      label: "Show this help",
      key: character("?"),
      run: (bench) => bench.showDialog("help"),
    },
  ],
};
