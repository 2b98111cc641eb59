/** `validate`: our figures beside those of independent implementations; fails past the tolerances. */
import { type Command, EXIT, type Output } from "./command.ts";
import { UsageError } from "./usage-error.ts";
import { type Comparison, compareCase } from "./validation/compare.ts";
import { coveredCases, loadReferences, type RunnableCase } from "./validation/reference-cases.ts";
import { reportOf, verdictOn } from "./validation/report.ts";

export const validate: Command = {
  name: "validate",
  summary: "Compares with Linux and ns-3: a table of every case; fails past the tolerances.",
  groups: [
    {
      title: "Flags",
      options: [
        { name: "only", value: "TEXT", help: "Only cases whose name contains this, for a closer look." },
      ],
    },
  ],
  notes: ["The cases and where they come from: tests/reference/README.md."],
  run(args, output) {
    const { runnable, skipped } = coveredCases(loadReferences());
    const only = args.text("only") ?? "";
    const chosen = runnable.filter(({ reference }) => reference.id.includes(only));
    if (chosen.length === 0)
      throw new UsageError(`--only: no case that can be run here has "${only}" in its name.`);
    const verdict = verdictOn(compareAll(chosen, output));
    output.out(reportOf(verdict, skipped));
    return verdict.passed ? EXIT.done : EXIT.failed;
  },
};

function compareAll(cases: readonly RunnableCase[], output: Output): Comparison[] {
  const comparisons = cases.map((one, i) => {
    output.progress(`${i} of ${cases.length}  ${one.reference.id}`);
    return compareCase(one);
  });
  output.progress("");
  return comparisons;
}
