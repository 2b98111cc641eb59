/** Measurements of real connections over the run: kernel traces, and files of the user. */
import type { Feature } from "../../bench/feature.ts";
import { firstPlots } from "../../bench/use-painted-event.ts";
import { fetched, lazyPart } from "../../shared/lazy.tsx";
import { MEASURED, TRACE_LINK, useMeasured } from "./shown-measurement.ts";
import { TraceNotice } from "./TraceNotice.tsx";

export const measured: Feature = {
  id: "measured",
  slice: MEASURED,
  link: TRACE_LINK,
  places: {
    compare: lazyPart(async () => {
      await firstPlots;
      return (await import("./CompareMeasured.tsx")).CompareMeasured;
    }),
    notice: TraceNotice,
  },
  useMeasured,
  readFiles: async (bench, files) => {
    const { readDroppedFiles } = await fetched("The file reader", import("./read-files.ts"));
    return readDroppedFiles(bench, files);
  },
};
