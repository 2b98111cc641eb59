/** Help, cards of algorithms, notes on the model, licences. */

import type { Feature } from "../../bench/feature.ts";
import { character } from "../../core/action.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const help: Feature = {
  id: "help",
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
