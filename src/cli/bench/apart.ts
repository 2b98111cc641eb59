/** What `measure-apart.ts` starts: `garbage CASE` or `cold CASE`; prints the result as JSON. */
// First: it declares all algorithms, and the cases name them.
import "../../engine/simulator.ts";

import { benchCases } from "./cases.ts";
import { firstRuns } from "./first-runs.ts";
import { garbageOf } from "./garbage.ts";

const [what, name] = process.argv.slice(2);
const benchCase = benchCases().find((one) => one.name === name);
if (benchCase === undefined) throw new Error(`there is no case "${name}"`);
const { scenario } = benchCase;
process.stdout.write(JSON.stringify(what === "cold" ? firstRuns(scenario) : garbageOf(scenario)));
