/** Measurements of real connections over the run: kernel traces, and files of the user. */
import type { Feature } from "../../bench/feature.ts";
import { fetched } from "../../shared/lazy.tsx";
import { CompareMeasured, TraceNotice } from "./CompareMeasured.tsx";
import { MEASURED, TRACE_LINK, useMeasured } from "./shown-measurement.ts";

export const measured: Feature = {
  id: "measured",
  slice: MEASURED,
  link: TRACE_LINK,
  places: { compare: CompareMeasured, notice: TraceNotice },
  useMeasured,
  readFiles: async (bench, files) => {
    const { readDroppedFiles } = await fetched("The file reader", import("./read-files.ts"));
    return readDroppedFiles(bench, files);
  },
};
