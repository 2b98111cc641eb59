/** Ways to hand on what is on the screen: a link, a command, a frame for a page of one's own, files. */

import { type ReactNode, useState } from "react";
import { withPlayheadAt } from "../bench/numbers/panel-words.ts";
import { AddScene } from "../present/AddScene.tsx";
import { commandFor } from "../saved-runs/report/report-words.ts";
import { disabledBecause } from "../shared/because.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { Dialog } from "../shared/Dialog.tsx";
import { saveFile } from "../shared/save-file.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { OneFile } from "./OneFile.tsx";
import { runsCsv } from "./runs-csv.ts";
import { SharePictures } from "./SharePictures.tsx";

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
  const [playheadS] = useState(() => hundredths(bench.store.get().playback.playheadS));
  const live = useBenchState((state) => state.mode === "live");
  const [withPlayhead, setWithPlayhead] = useState(false);
  const link = bench.url.link(withPlayhead && !live ? playheadS : null);
  return (
    <div className="share">
      <ShareText
        label="Link"
        help="The whole state is in the link: settings, seed, changes in mid-run, and the pinned run."
        text={link}
        action="Copy link"
      >
        {!live && (
          <label className="share__choice">
            <input
              type="checkbox"
              checked={withPlayhead}
              onChange={(event) => setWithPlayhead(event.currentTarget.checked)}
            />
            {withPlayheadAt(playheadS)}
          </label>
        )}
      </ShareText>
      <ShareText
        label="Command line"
        help="Repeats this run in a terminal, in a copy of the project, with the same digest."
        text={commandFor(scenario)}
        action="Copy command"
      />
      <section>
        <h3>For a class, a page or a slide</h3>
        <p className="control__note">
          Choose what is seen and what may be touched: as a link, as a frame for a page of your own, as a QR
          code.
        </p>
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          onClick={() => bench.showDialog("builder")}
        >
          Make a link for others
        </button>
      </section>
      <section>
        <h3>Report</h3>
        <p className="control__note">
          Figures, numbers, settings and your own notes as one page (D): to print, as PDF, or as one HTML
          file.
        </p>
        <button
          type="button"
          className="button"
          onClick={() => {
            bench.showDialog(null);
            bench.showScreen({ id: "report", text: "" });
          }}
        >
          Write a report
        </button>
      </section>
      <section>
        <h3>Talk</h3>
        <p className="control__note">
          A talk is a list of such states, each with a sentence, for a projector (P). It is put in order under
          Class, Talk.
        </p>
        <p className="share__acts">
          <AddScene worded />
          <button
            type="button"
            className="button"
            onClick={() => {
              bench.showDialog(null);
              bench.showScreen({ id: "class", text: "talk" });
            }}
          >
            Write the talk
          </button>
        </p>
      </section>
      <OneFile link={link} />
      <SharePictures />
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
          <CsvButton link={link} />
        </p>
        <p className="control__note">
          The scenario file can be run with --scenario on the command line. The table has series, marks,
          drops, events and figures, of the pinned run too.
        </p>
      </section>
    </div>
  );
}

function hundredths(seconds: number): number {
  return Number(seconds.toFixed(2));
}

/** Of runs that are complete: a table of half a run could be taken for the whole. */
function CsvButton({ link }: { readonly link: string }) {
  const run = useBenchState((state) => state.run);
  const pinned = useBenchState((state) => state.pinned);
  const isDone = run.snapshot?.done === true && (pinned === null || pinned.snapshot?.done === true);
  const save = () => {
    const runs = [
      { name: "shown", scenario: run.scenario, snapshot: run.snapshot },
      { name: "pinned", scenario: pinned?.scenario ?? null, snapshot: pinned?.snapshot ?? null },
    ].flatMap(({ name, scenario, snapshot }) => (scenario && snapshot ? [{ name, scenario, snapshot }] : []));
    saveFile("sawtooth-series.csv", "text/csv", runsCsv(runs, link));
  };
  return (
    <button
      type="button"
      className="button"
      {...disabledBecause(isDone ? null : "When the run, and the pinned one, are complete")}
      onClick={() => isDone && save()}
    >
      All series (CSV)
    </button>
  );
}

interface ShareTextProps {
  readonly label: string;
  readonly help: string;
  readonly text: string;
  readonly action: string;
  readonly children?: ReactNode;
}

function ShareText({ label, help, text, action, children }: ShareTextProps) {
  return (
    <section>
      <h3>{label}</h3>
      <p className="control__note">{help}</p>
      {children}
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
