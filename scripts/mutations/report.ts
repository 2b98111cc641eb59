/** Faults in the report of a run, and in a package for a learning platform. */
import { inFile } from "./mutation.ts";

export const reportFaults = [
  ...inFile(
    "src/ui/saved-runs/report-store.ts",
    ["filter(({ key }) => key !== report.key)", "filter(() => true)", "a report is kept twice"],
    ["[report, ...others]", "[...others, report]", "the newest report is the first to make room"],
    ["isEmpty ? others : ", "", "a report without words takes the place of another"],
    ["this.#drafts.get(key) ?? ", "", "without a storage notes are lost from one run to the next"],
  ),
  ...inFile(
    "src/ui/saved-runs/ReportNumbers.tsx",
    [
      "pinned !== null && reason === null ? measured(pinned) : null",
      "pinned !== null ? measured(pinned) : null",
      "a report compares half a run with a whole one",
    ],
    [
      "pinned && metricRows(measured(pinned), null)",
      "pinned && metricRows(measured(run), null)",
      "the pinned run's column of a report has this run's numbers",
    ],
  ),
  ...inFile("src/ui/saved-runs/FigureStage.tsx", [
    "toggled.includes(id) !== isUsual",
    "toggled.includes(id)",
    "a report has the figures that were left out",
  ]),
  ...inFile(
    "src/teaching/scorm.ts",
    ['"file" in from ? APP_FILE', '"file" in from ? ""', "a package does not find the app that is in it"],
    ["Object.keys(files))", '["index.html"])', "a package's manifest leaves out files"],
  ),
];
