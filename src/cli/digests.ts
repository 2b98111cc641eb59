/** `digests`: one line a preset, to see whether two machines or two versions compute the same bits. */
import { readFileSync } from "node:fs";
import { type Preset, presets, scenarioFromUrl, scenarioToUrl } from "../engine/index.ts";
import { runScenario } from "../engine/simulator.ts";
import { type Command, EXIT, type Output } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export const digests: Command = {
  name: "digests",
  summary: "Prints the digest of every preset, or checks them against a file.",
  groups: [
    {
      title: "Flags",
      options: [
        { name: "check", value: "FILE", help: "Compares with lines that this command printed earlier." },
      ],
    },
  ],
  run(args, output) {
    const file = args.text("check");
    return file === null ? print(output) : check(file, output);
  },
};

function print(output: Output): number {
  for (const preset of presets) output.out(lineOf(preset));
  return EXIT.done;
}

function lineOf({ scenario }: Preset): string {
  return `${runScenario(scenario).digest()} #${scenarioToUrl(scenario)}`;
}

/** Runs every link of the file again. */
function check(file: string, output: Output): number {
  const lines = readLines(file, textOf(file));
  let wrong = 0;
  for (const { digest, url } of lines) {
    const { scenario, problems } = scenarioFromUrl(url);
    if (problems.length > 0)
      throw new UsageError(`--check ${file}: ${url}`, ...problems.map((one) => one.message));
    const now = runScenario(scenario).digest();
    if (now === digest) continue;
    wrong++;
    output.out(`${digest} in the file, ${now} now  ${url}`);
  }
  output.out(`${lines.length - wrong} of ${lines.length} digests agree`);
  return wrong === 0 ? EXIT.done : EXIT.failed;
}

/** `file`: its name, for messages. */
export function readLines(file: string, text: string): { digest: string; url: string }[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0)
    throw new UsageError(`--check ${file}: the file has no lines, so there is nothing to check`);
  return lines.map((line, i) => {
    const match = /^([0-9a-f]{16}) (#\S*)$/.exec(line.trim());
    if (match === null) throw new UsageError(`--check ${file}: line ${i + 1} is not "DIGEST #LINK"`);
    return { digest: match[1], url: match[2] };
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UsageError(`--check ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
