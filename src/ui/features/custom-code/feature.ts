/** Custom senders and queues, written in place of the controls. */
import type { Feature } from "../../bench/feature.ts";
import { sliceIn } from "../../core/slice.ts";
import { lazyPart } from "../../shared/lazy.tsx";
import { ProgramConsent } from "./consent.ts";
import { EDITOR, EditorOrControls } from "./EditorOrControls.tsx";

export const customCode: Feature = {
  id: "custom-code",
  slice: EDITOR,
  consent: (bench) => new ProgramConsent(bench),
  requests: {
    editProgram: (bench, place) => bench.setSlice(EDITOR, { place }),
    isEditing: (state) => sliceIn(state, EDITOR).place !== null,
  },
  dialogs: {
    program: lazyPart(async () => (await import("./HeldProgram.tsx")).HeldProgram),
  },
  stored: ["program.", "programs-allowed"],
  places: { controls: EditorOrControls },
};
