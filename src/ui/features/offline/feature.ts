/** The copy of the page on the device, and the notice of a new version. */
import type { Feature } from "../../bench/feature.ts";
import { NewVersion } from "./NewVersion.tsx";

export const offline: Feature = {
  id: "offline",
  places: { corner: NewVersion },
  afterFirstPlots({ store }) {
    import("./keep-offline.ts")
      .then(({ keepOffline }) => keepOffline(store.get().frame.embed))
      .catch(() => undefined);
  },
};
