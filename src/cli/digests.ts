/** `digests`: prints one line per preset. Comparing them shows whether two machines or two versions compute the same bits. */

import { presets, type Scenario, scenarioFromUrl, scenarioToUrl } from "../engine/index.ts";
import { runScenario } from "../engine/simulator.ts";
import { PROGRAM_READER } from "../teaching/document/file-programs.ts";
import { prepareRun } from "../workers/interpreter.ts";
import { type Command, EXIT, type Output, UsageError } from "./command.ts";
import { readText } from "./named-files.ts";

/** Returns the command. `scenarios` are those whose digests are printed. */
export function digestsOf(scenarios: readonly Scenario[]): Command {
  return {
    name: "digests",
    summary: "Print the digest of every preset, or check the digests against a file.",
    groups: [
      {
        title: "Flags",
        options: [
          { name: "check", value: "FILE", help: "Compare with FILE, an earlier output of this command." },
        ],
      },
    ],
    async run(args, output) {
      const file = args.text("check");
      if (file !== null) return check(file, output);
      for (const scenario of scenarios)
        output.out(`${runScenario(await prepareRun(scenario)).digest()} #${scenarioToUrl(scenario)}`);
      return EXIT.done;
    },
  };
}

export const digests: Command = digestsOf(presets.map(({ scenario }) => scenario));

/** Runs the URLs in a file again and compares the digests. */
async function check(file: string, output: Output): Promise<number> {
  const lines = readLines(file, readText(file, `--check ${file}`));
  let wrong = 0;
  for (const { digest, url } of lines) {
    const { scenario, problems } = scenarioFromUrl(url, PROGRAM_READER);
    if (problems.length > 0)
      throw new UsageError(
        `--check ${file}: ${url}`,
        ...problems.map(({ fault, message }) => fault ?? message),
      );
    const now = runScenario(await prepareRun(scenario)).digest();
    if (now === digest) continue;
    wrong++;
    output.out(`${digest} in the file, ${now} now  ${url}`);
  }
  output.out(`${lines.length - wrong} of ${lines.length} digests agree`);
  return wrong === 0 ? EXIT.done : EXIT.failed;
}

/** Reads the lines of a file with digests. Messages contain the name `file`. */
export function readLines(file: string, text: string): { digest: string; url: string }[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new UsageError(`--check ${file}: the file is empty`);
  return lines.map((line, i) => {
    const match = /^([0-9a-f]{16}) (#\S*)$/.exec(line.trim());
    if (match === null) throw new UsageError(`--check ${file}: line ${i + 1} is not "DIGEST #LINK"`);
    return { digest: match[1], url: match[2] };
  });
}
