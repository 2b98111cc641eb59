/** The dialog with the numbers of all flows. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const flows: Feature = {
  id: "flows",
  dialogs: {
    flows: lazyPart(async () => (await import("./FlowNumbersDialog.tsx")).FlowNumbersDialog),
  },
};
