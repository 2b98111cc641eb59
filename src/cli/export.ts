/** `export`: writes a scenario in a form that another system can run. */
import { scenarioToUrl } from "../engine/index.ts";
import { runScenario } from "../engine/simulator.ts";
import { mininetScript } from "../measured/linux/mininet.ts";
import { linuxScript, NotExportable } from "../measured/linux/script.ts";
import { type Command, EXIT, UsageError } from "./command.ts";
import { programName } from "./project.ts";
import { readScenario, scenarioGroups } from "./scenario-options.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Writes a scenario as a script that runs it on Linux or in Mininet.",
  groups: [
    {
      title: "Form",
      options: [
        {
          name: "linux",
          value: null,
          help: "A bash script with network namespaces, netem, tc and iperf3. It records the run and prints it beside Sawtooth's figures.",
        },
        {
          name: "mininet",
          value: null,
          help: "A Python file for Mininet with a topology class, the same commands of tc, and iperf3. It records the run in the same form.",
        },
      ],
    },
    ...scenarioGroups,
  ],
  notes: [
    "The script goes to standard output: export --linux --aqm pie > run.sh; sudo bash run.sh",
    "For Mininet: export --mininet --aqm pie > run.py; sudo python3 run.py",
    "Exit status: 0 done, 2 the request was wrong or the scenario has no counterpart in Linux.",
  ],
  run(args, output) {
    const [isLinux, isMininet] = [args.has("linux"), args.has("mininet")];
    if (isLinux === isMininet)
      throw new UsageError(
        isLinux
          ? "Choose one form: --linux or --mininet"
          : "The form is missing: export --linux or --mininet",
      );
    const write = isLinux ? linuxScript : mininetScript;
    const scenario = readScenario(args, output);
    try {
      const made = { program: programName(), link: `#${scenarioToUrl(scenario)}` };
      output.out(write(scenario, () => runScenario(scenario).results(), made));
    } catch (error) {
      if (error instanceof NotExportable) throw new UsageError(error.message);
      throw error;
    }
    return EXIT.done;
  },
};
