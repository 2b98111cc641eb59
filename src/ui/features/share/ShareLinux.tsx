/** The scenario of the bench as a script that runs it on a Linux kernel or in Mininet. */
import { useState } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { fetched } from "../../shared/lazy.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { PROGRAM } from "../../shared/version.ts";

/** The two forms of the script. */
const FORMS = [
  { label: "Script for Linux", file: "run.sh", type: "application/x-sh", by: "sudo bash" },
  { label: "File for Mininet", file: "run.py", type: "text/x-python", by: "sudo python3" },
] as const;
type Form = (typeof FORMS)[number];

export function ShareLinux() {
  const bench = useBench();
  const { scenario, snapshot } = useBenchState((state) => state.run);
  const [message, setMessage] = useState("");
  const [differs, setDiffers] = useState<readonly string[]>([]);
  const isDone = scenario !== null && snapshot?.done === true;
  const save = async ({ file, type, by }: Form) => {
    if (scenario === null || snapshot === null) return;
    setDiffers([]);
    try {
      const [{ differences, linuxScript }, { mininetScript }] = await fetched(
        "The script generator",
        Promise.all([
          import("../../../measured/linux/script.ts"),
          import("../../../measured/linux/mininet.ts"),
        ]),
      );
      const write = file === "run.sh" ? linuxScript : mininetScript;
      const link = `${bench.url.link(null).split("#")[0]}#${scenarioToUrl(scenario)}`;
      saveFile(file, type, `${write(scenario, () => snapshot.results, { program: PROGRAM, link })}\n`);
      const notes = differences(scenario);
      setDiffers(notes);
      setMessage(
        `${file} saved. Run it with: ${by} ${file}. ${
          notes.length === 0
            ? "Linux has every setting of this scenario."
            : `${counted(notes.length, "setting is", "settings are")} different on Linux:`
        }`,
      );
    } catch (problem) {
      setMessage(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <section>
      <h3>Run on Linux</h3>
      <p className="control__note">
        A shell script that runs this scenario on the kernel of a Linux machine, in separate network
        namespaces, and records the measurements in a folder. Drag that folder onto this page to see both
        curves. The file for Mininet does the same there.
      </p>
      <p className="share__acts">
        {FORMS.map((form) => (
          <Button
            key={form.file}
            refusal={isDone ? null : "Available when the run is complete"}
            onClick={() => void save(form)}
          >
            {`${form.label} (${form.file})`}
          </Button>
        ))}
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
      {differs.length > 0 && (
        <ul className="share__differs">
          {differs.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
