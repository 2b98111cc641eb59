/** What made a file: the version, and the state of the code that the page was built from. */
import { version } from "../../../package.json";

/** Set by vite.config.ts; absent in a copy that is none of git's, and in tests. */
const built: unknown = import.meta.env?.VITE_COMMIT;
const commit = typeof built === "string" ? built : null;

const build: unknown = import.meta.env?.VITE_BUILD;
/** The version that links and hand-ins carry: of a build between releases with its commit. */
export const BUILD = typeof build === "string" ? build : version;

/** The fields that JSON of the command line has, too. */
export const MADE_BY = { version, commit };

/** "Sawtooth 0.6.0, commit 0123456789ab": the words of the command line's files. */
export const PROGRAM = `Sawtooth ${version}${commit === null ? "" : `, commit ${commit}`}`;
