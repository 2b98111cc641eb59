/** Ways to hand on what is on the screen: a link, a command, a frame for a page of one's own, files. */
import { scenarioToFlags } from "../../engine/index.ts";
import { CopyButton } from "../controls/CopyButton.tsx";
import { saveFile } from "../controls/save-file.ts";
import { useBench, useBenchState } from "../hooks/use-store.ts";
import { seriesCsv } from "../words/series-csv.ts";
import { Dialog } from "./Dialog.tsx";

export function ShareDialog() {
  return (
    <Dialog name="share" title="Share">
      <ShareBody />
    </Dialog>
  );
}

function ShareBody() {
  const bench = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const snapshot = useBenchState((state) => state.run.snapshot);
  const link = bench.url.link();
  return (
    <div className="share">
      <ShareText
        label="Link"
        help="The whole state is in the link: settings, seed, changes in mid-run, and the pinned run."
        text={link}
        action="Copy link"
      />
      <ShareText
        label="Command line"
        help="Repeats this run in a terminal, in a copy of the project, with the same digest."
        text={`npm run -s sim -- run ${scenarioToFlags(scenario)}`.trim()}
        action="Copy command"
      />
      <ShareText
        label="Frame for a page of your own"
        help="Shows this run inside a course page or a slide."
        text={`<iframe src="${link.replaceAll("&", "&amp;")}" title="Sawtooth" width="100%" height="720"></iframe>`}
        action="Copy frame"
      />
      <section>
        <h3>Files</h3>
        <p className="share__acts">
          <button
            type="button"
            className="button"
            onClick={() =>
              saveFile("sawtooth-scenario.json", "application/json", `${JSON.stringify(scenario, null, 2)}\n`)
            }
          >
            Scenario (JSON)
          </button>
          <button
            type="button"
            className="button"
            disabled={snapshot === null || !snapshot.done}
            onClick={() => snapshot && saveFile("sawtooth-series.csv", "text/csv", seriesCsv(snapshot, link))}
          >
            All series (CSV)
          </button>
        </p>
        <p className="control__note">The scenario file can be run with --scenario on the command line.</p>
      </section>
    </div>
  );
}

interface ShareTextProps {
  readonly label: string;
  readonly help: string;
  readonly text: string;
  readonly action: string;
}

function ShareText({ label, help, text, action }: ShareTextProps) {
  return (
    <section>
      <h3>{label}</h3>
      <p className="control__note">{help}</p>
      <textarea
        className="share__text"
        readOnly
        rows={text.length > 120 ? 3 : 2}
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} label={action} />
    </section>
  );
}
