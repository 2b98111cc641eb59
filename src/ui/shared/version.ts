/** Version of Sawtooth and commit of the build, as files, URLs and commands name them. */
import { version } from "../../../package.json";
import { type Scenario, scenarioToFlags } from "../../engine/index.ts";

/** The commit, set by vite.config.ts; absent in a copy without git and in tests. */
const built: unknown = import.meta.env?.VITE_COMMIT;
const commit = typeof built === "string" ? built : null;

const build: unknown = import.meta.env?.VITE_BUILD;
/** Version that URLs and hand-ins contain. A build between releases includes its commit. */
export const BUILD = typeof build === "string" ? build : version;

/**
 * Name of the program in files: "Sawtooth 0.6.0, commit 0123456789ab", the same text as in files of the command line.
 */
export const PROGRAM = `Sawtooth ${version}${commit === null ? "" : `, commit ${commit}`}`;

/** Returns the command that repeats the run in a terminal. */
export function commandFor(scenario: Scenario): string {
  return `npm run -s sim -- run ${scenarioToFlags(scenario)}`.trim();
}
