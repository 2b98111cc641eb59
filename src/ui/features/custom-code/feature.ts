/** Custom senders and queues, written in place of the controls. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const customCode: Feature = {
  id: "custom-code",
  dialogs: {
    program: lazyPart(async () => (await import("./HeldProgram.tsx")).HeldProgram),
  },
  places: {
    controls: lazyPart(async () => (await import("./CodePanel.tsx")).CodePanel),
  },
};
