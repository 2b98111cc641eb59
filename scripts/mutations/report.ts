/** Faults in the report of a run, and in a package for a learning platform. */
import { inFile } from "./mutation.ts";

export const reportFaults = [
  ...inFile(
    "src/ui/saved-runs/report-store.ts",
    ["which === key ? [] : ", "", "a report's own notes are offered to it"],
    ["b.atMs - a.atMs", "a.atMs - b.atMs", "the oldest notes are offered, not the newest"],
    ["isEmpty ? null : ", "", "a report without words takes the place of another"],
    ["age(b) - age(a)", "age(a) - age(b)", "the newest report is the first to make room"],
  ),
  ...inFile(
    "src/ui/state/device.ts",
    [
      "this.#memory.get(key) ?? this.#get(key)",
      "this.#get(key)",
      "without a storage notes are lost from one run to the next",
    ],
    [" ?? storage.getItem(OLD_PREFIX + key)", "", "what versions before have stored is lost"],
    ["there !== this.#seen.get(key)", "false", "another tab's draft is overwritten"],
    ['this.#setAside(stored.what, key, "unreadable");', "", "what cannot be read is overwritten"],
    [
      'pathname.slice(0, pathname.lastIndexOf("/") + 1)',
      '"/"',
      "two copies of the page share what they store",
    ],
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
    "src/teaching/task/scorm.ts",
    ["{ app: APP_FILE, task", '{ app: "", task', "a package does not find the app that is in it"],
    ["Object.keys(files))", '["index.html"])', "a package's manifest leaves out files"],
  ),
];
