/** The dialog that shares the run: a URL, a command, a frame for the user's own page, files. */

import { type ReactNode, useState } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { scenarioToJson } from "../../../engine/index.ts";
import { counted, grouped } from "../../../lib/counted.ts";
import { zipFile } from "../../../lib/file-text.ts";
import { useOffers, usePlace } from "../../bench/feature.ts";
import { pngOf } from "../../bench/pictures/picture-svg.ts";
import { allPictures, type SavedPicture, savedPath } from "../../bench/pictures/shown-plots.ts";
import { LONG_WITH_PROGRAM } from "../../core/link-programs.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Button, Check } from "../../shared/Button.tsx";
import { CopyText } from "../../shared/CopyText.tsx";
import { megabytes, ONE_FILE, saveFile, startingWith, useOneFile } from "../../shared/site-file.ts";
import { commandFor } from "../../shared/version.ts";
import { CiteRun } from "./CiteRun.tsx";
import { runsCsv } from "./runs-csv.ts";
import { ShareLinux } from "./ShareLinux.tsx";
import { SharePackets } from "./SharePackets.tsx";
import "./share.css";

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
  const [playheadS] = useState(() => Number(bench.store.get().playback.playheadS.toFixed(2)));
  const live = useBenchState((state) => state.mode === "live");
  const hasStory = useBenchState((state) => bench.page.requests.isExplaining?.(state) === true) && !live;
  const [withPlayhead, setWithPlayhead] = useState(false);
  const command = commandFor(scenario);
  const AddScene = usePlace("scene");
  const [hasBuilder, hasReport, hasClass] = [useOffers("builder"), useOffers("report"), useOffers("class")];
  const link = bench.url.sharedLink(withPlayhead && !live ? playheadS : null);
  const leave = (id: string, text: string) => {
    bench.showDialog(null);
    bench.showScreen({ id, text });
  };
  return (
    <div className="share">
      <Way
        title="Link"
        help={`The link contains everything: settings, seed, changes during the run, and the pinned run.${hasStory ? " It also opens the current answer to “why?”." : ""}`}
      >
        {!live && (
          <Check checked={withPlayhead} onCheck={setWithPlayhead}>
            {`with the playhead at ${playheadS} s`}
          </Check>
        )}
        <CopyText label="Link" text={link} action="Copy link" rows={rowsOf(link)} />
        {scenario.programs !== undefined && <ProgramInLink letters={link.length} scenario={scenario} />}
      </Way>
      <Way
        title="Command line"
        help="Repeats this run in a terminal, in a copy of the project, with the same digest."
      >
        <CopyText label="Command line" text={command} action="Copy command" rows={rowsOf(command)} />
      </Way>
      <CiteRun link={bench.url.sharedLink()} />
      {hasBuilder && (
        <Way
          title="For a class, a page or a slide"
          help="Choose what is visible and what can be changed. You get a link, an iframe for your own page, or a QR code."
        >
          <Button aria-haspopup="dialog" onClick={() => bench.showDialog("builder")}>
            Create a link for others
          </Button>
        </Way>
      )}
      {hasReport && (
        <Way
          title="Report"
          help="Figures, numbers, settings and your notes on one page (D): print it, or save it as PDF or HTML."
        >
          <Button onClick={() => leave("report", "")}>Write a report</Button>
        </Way>
      )}
      {AddScene && (
        <Way
          title="Talk"
          help="A talk is a list of such states for a projector (P), each with a sentence. You edit it under Class, Talk."
        >
          <p className="share__acts">
            <AddScene worded />
            {hasClass && <Button onClick={() => leave("class", "talk")}>Write the talk</Button>}
          </p>
        </Way>
      )}
      <OneFile link={link} />
      <SharePictures />
      <SharePackets />
      <ShareLinux />
      <section>
        <h3>Files</h3>
        <p className="share__acts">
          <Button onClick={() => saveScenario(scenario)}>Scenario (JSON)</Button>
          <CsvButton link={link} />
        </p>
        <p className="control__note">
          The scenario file can be run with --scenario on the command line. The table contains series, marks,
          drops, events and figures, including those of the pinned run.
        </p>
      </section>
    </div>
  );
}

interface WayProps {
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}

function Way({ title, help, children }: WayProps) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="control__note">{help}</p>
      {children}
    </section>
  );
}

/** States the length of a URL with a program, and the length from which on the run is shared as a file. */
function ProgramInLink({ letters, scenario }: { readonly letters: number; readonly scenario: Scenario }) {
  const count = `The link has ${grouped(letters)} characters, with the program in it.`;
  if (letters <= LONG_WITH_PROGRAM) return <p className="control__note">{count}</p>;
  return (
    <>
      <p className="control__note">
        {`${count} Mail and chat programs cut off links of this length. Send the scenario as a file instead: it opens, with the program, when it is dropped on this page.`}
      </p>
      <Button onClick={() => saveScenario(scenario)}>Save the scenario as a file</Button>
    </>
  );
}

function saveScenario(scenario: Scenario): void {
  saveFile(
    "sawtooth-scenario.json",
    "application/json",
    `${JSON.stringify(scenarioToJson(scenario), null, 2)}\n`,
  );
}

function rowsOf(text: string): number {
  return text.length > 120 ? 3 : 2;
}

/** The button is enabled for complete runs only, because the table of a partial run could be mistaken for the whole. */
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
    <Button refusal={isDone ? null : "Available when the run and the pinned run are complete"} onClick={save}>
      All series (CSV)
    </Button>
  );
}

/**
 * The whole app as one file that contains the run on the screen: for a USB stick, a learning platform, a phone
 * without a network. Renders nothing if the server has no such file: during development, and in the file itself.
 */
function OneFile({ link }: { readonly link: string }) {
  const { bytes, failed, take } = useOneFile();
  if (bytes === null) return null;
  const save = (file: string) =>
    saveFile(ONE_FILE, "text/html", startingWith(file, link.split("#")[1] ?? ""));
  return (
    <section>
      <h3>Sawtooth as one file</h3>
      <p className="control__note">
        The whole page in one HTML file, which opens with this run. It works without a network or server: send
        it, or upload it to a learning platform.
      </p>
      <p className="share__acts">
        <Button onClick={() => take(save)}>{`Save as one file (${megabytes(bytes)})`}</Button>
      </p>
      <p className="control__note" role="status">
        {failed}
      </p>
    </section>
  );
}

/** Pictures for slides, handouts and papers. */
function SharePictures() {
  const bench = useBench();
  const [message, setMessage] = useState("");
  const tell = (act: () => Promise<string>) => {
    act().then(setMessage, (problem: unknown) =>
      setMessage(problem instanceof Error ? problem.message : String(problem)),
    );
  };
  return (
    <section>
      <h3>Pictures</h3>
      <p className="control__note">
        In light colours, with axes, legend, and the link in the caption. Each plot also has its own button.
      </p>
      <p className="share__acts">
        <Button onClick={() => tell(async () => saveAll(allPictures(bench)))}>
          All plots and the path (SVG and PNG)
        </Button>
        <Button onClick={() => tell(async () => savePath(savedPath(bench), "svg"))}>Path (SVG)</Button>
        <Button onClick={() => tell(async () => savePath(savedPath(bench), "png"))}>Path (PNG)</Button>
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
    </section>
  );
}

async function saveAll(pictures: readonly SavedPicture[]): Promise<string> {
  const files: Record<string, string | Uint8Array> = {};
  for (const { name, svg } of pictures) {
    files[`${name}.svg`] = svg;
    files[`${name}.png`] = await pngOf(svg);
  }
  saveFile("sawtooth-pictures.zip", "application/zip", zipFile(files));
  return `${counted(pictures.length, "picture")} saved, each as SVG and PNG.`;
}

async function savePath(path: SavedPicture | null, ending: "svg" | "png"): Promise<string> {
  if (path === null) throw new Error("The page shows no path at present.");
  if (ending === "svg") saveFile(`${path.name}.svg`, "image/svg+xml", path.svg);
  else saveFile(`${path.name}.png`, "image/png", await pngOf(path.svg));
  return `${path.name} saved.`;
}
