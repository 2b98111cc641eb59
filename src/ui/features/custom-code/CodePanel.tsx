/** The editor of a sender or a queue, shown instead of the controls. The run responds to it as to a slider. */

import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  FIELDS,
  HEAD_LINES,
  HELPERS,
  hooksOf,
  type Program,
  typesText,
} from "../../../engine/custom-programs.ts";
import {
  congestionControls,
  declaredParams,
  type PathState,
  queueDisciplines,
} from "../../../engine/index.ts";
import { packText } from "../../../lib/packed-text.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import { ScenarioParam } from "../../bench/rail/ParamControl.tsx";
import type { Bench } from "../../core/bench.ts";
import { algorithmAt, type CodePlace, LONG_WITH_PROGRAM } from "../../core/link-programs.ts";
import type { RailPlace } from "../../core/rail.ts";
import { sliceIn } from "../../core/slice.ts";
import type { AppState } from "../../core/store.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { CodeEditor } from "./CodeEditor.tsx";
import { builtInOf, type CodeFault, CodeSession, LESSONS_ON, templatesOf } from "./code-session.ts";
import { EDITOR } from "./EditorOrControls.tsx";
import { MyPrograms } from "./MyPrograms.tsx";
import "./custom-code.css";

/** Number of lines of the log shown next to the code. */
const LINES_SHOWN = 200;

export function CodePanel({ place }: { readonly place: CodePlace }) {
  const flow = place.kind === "sender" ? place.flow : -1;
  return <OpenCode key={`${place.kind} ${flow}`} place={place} />;
}

function OpenCode({ place }: { readonly place: CodePlace }) {
  const bench = useBench();
  const session = useMemo(() => {
    bench.programReader = PROGRAM_READER;
    return new CodeSession(bench, place);
  }, [bench, place]);
  useEffect(() => session.start(), [session]);
  const { text, faults, busy, program, template } = useSyncExternalStore(
    session.store.subscribe,
    session.store.get,
  );
  /** True while an editor is open, even if its text is empty. */
  const [isBegun, setBegun] = useState(false);
  if (text !== "" && !isBegun) setBegun(true);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that opened the panel does not exist any more, so the heading gets the focus.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const endOf = ({ run }: AppState) =>
    run.snapshot?.programs.find(({ id }) => id === program?.id)?.stopped ?? null;
  const endLine = useBenchState((state) => endOf(state)?.line ?? null);
  const endWords = useBenchState((state) => {
    const end = endOf(state);
    return end === null ? "" : `It stopped at ${end.atS.toPrecision(4)} s. ${end.message}`;
  });
  const remarks = useMemo(() => {
    if (program === null || busy || faults.length > 0) return [];
    return [...(endWords === "" ? [] : [{ line: endLine, message: endWords }]), ...program.remarks];
  }, [busy, faults, program, endLine, endWords]);
  const [goTo, setGoTo] = useState({ line: 1, asked: 0 });
  const show = (line: number) => setGoTo(({ asked }) => ({ line, asked: asked + 1 }));
  const builtIn = template && builtInOf(template);
  const where = place.kind === "queue" ? "Custom queue" : `Custom sender of flow ${place.flow + 1}`;
  return (
    <section className="rail code" aria-label={where}>
      <header className="code__head">
        <h2 ref={heading} tabIndex={-1}>
          {where}
        </h2>
        <IconButton
          icon="close"
          className="quiet"
          label="Back to the controls"
          onClick={() => backToControls(bench)}
        />
      </header>
      <Templates session={session} isBegun={isBegun} onStart={() => show(1)} />
      {!isBegun && <MyPrograms session={session} isBegun={isBegun} onOpen={() => show(1)} />}
      {isBegun && (
        <>
          <CodeEditor
            kind={place.kind}
            text={text}
            faults={faults}
            remarks={remarks}
            goTo={goTo}
            onType={(next) => session.type(next)}
          />
          <Verdict faults={faults} remarks={remarks} busy={busy} isInRun={program !== null} onShow={show} />
          <CustomParams place={place} />
          <p className="code__acts">
            {builtIn !== null && program !== null && (
              <Button onClick={() => session.compare()}>
                {`Compare with the built-in ${labelOf(registryOf(place), builtIn)}`}
              </Button>
            )}
            <Button onClick={() => saveFile(`${place.kind}.js`, "text/javascript", text)}>
              Save as a file
            </Button>
          </p>
          <MyPrograms session={session} isBegun={isBegun} onOpen={() => show(1)} />
          {program !== null && <LinkSize code={program.code} />}
          {program !== null && <Watch id={program.id} onShow={show} />}
        </>
      )}
      <Contract place={place} program={program} />
      <p className="control__note code__lessons">
        <span>Related lessons:</span>
        {LESSONS_ON[place.kind].map(([id, title]) => (
          <a key={id} className="link" href={`#lesson=${id}`}>
            {title}
          </a>
        ))}
      </p>
    </section>
  );
}

/** Closes the editor and returns the focus to the button that opened it. */
function backToControls(bench: Bench): void {
  const { place } = sliceIn(bench.store.get(), EDITOR);
  bench.setSlice(EDITOR, { place: null });
  requestAnimationFrame(() => {
    const ways = [...document.querySelectorAll<HTMLElement>(".control__own button")];
    const way = ways.find(({ dataset }) => dataset.place === JSON.stringify(place)) ?? ways[0];
    way?.focus();
  });
}

const registryOf = ({ kind }: CodePlace) => (kind === "queue" ? queueDisciplines : congestionControls);

interface TemplatesProps {
  readonly session: CodeSession;
  readonly isBegun: boolean;
  /** Called after a choice from the list, which then disappears. */
  onStart(): void;
}

/** The current program and the templates to start from: first a list, later a menu next to the text. */
function Templates({ session, isBegun, onStart }: TemplatesProps) {
  const { place } = session;
  const id = useSettings((settings) => algorithmAt(settings, place));
  const menu = useId();
  const { template } = useSyncExternalStore(session.store.subscribe, session.store.get);
  const programs = useSettings((settings) => settings.programs);
  const name = labelOf(registryOf(place), id, programs);
  const templates = templatesOf(place);
  if (!isBegun)
    return (
      <div className="code__templates">
        <p>{`Now: ${name}. Start from a template and change a line: the run is updated as you type.`}</p>
        <ul>
          {templates.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  session.startFrom(one);
                  onStart();
                }}
              >
                {one.title}
              </button>
              <p className="control__note">{one.about}</p>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="code__start">
      <label htmlFor={menu}>{`Now: ${name}. Start from`}</label>
      <select
        id={menu}
        className="menu"
        value=""
        onChange={({ currentTarget }) => {
          const template = templates.find((one) => one.id === currentTarget.value);
          if (template !== undefined) session.startFrom(template);
        }}
      >
        <option value="">a template …</option>
        {templates.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      {template !== null && <p className="control__note">{template.about}</p>}
    </div>
  );
}

interface VerdictProps {
  readonly faults: readonly CodeFault[];
  readonly remarks: readonly CodeFault[];
  readonly busy: boolean;
  readonly isInRun: boolean;
  onShow(line: number): void;
}

/** States whether the run uses the text, and if not, the reason. Also shows warnings about a text that runs. */
function Verdict({ faults, remarks, busy, isInRun, onShow }: VerdictProps) {
  if (faults.length === 0)
    return (
      <div className="code__verdict" role="status">
        <p>{busy ? "Trying …" : isInRun ? "The run follows this text." : ""}</p>
        {remarks.length > 0 && <Told faults={remarks} onShow={onShow} />}
      </div>
    );
  return (
    <div className="code__verdict code__verdict--bad" role="alert">
      <Told faults={faults} onShow={onShow} />
      {isInRun && <p>The plots show your last working version.</p>}
    </div>
  );
}

function Told({ faults, onShow }: Pick<VerdictProps, "faults" | "onShow">) {
  return (
    <ul>
      {faults.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          {line === null ? (
            <span>{message}</span>
          ) : (
            <button type="button" className="link" onClick={() => onShow(line)}>
              {`Line ${line}: ${message}`}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const FLOWS: RailPlace = { scope: "flows" };
const QUEUE: RailPlace = { scope: "queue" };

/** Sliders for the parameters that the program declares. */
function CustomParams({ place }: { readonly place: CodePlace }) {
  const params = useSettings((settings) => {
    const at =
      place.kind === "queue" ? ({ scope: "queue" } as const) : ({ scope: "flow", flow: place.flow } as const);
    return declaredParams(settings, at).filter(({ id }) => id.startsWith("own-"));
  });
  return params.map((param) => (
    <ScenarioParam key={param.id} place={place.kind === "queue" ? QUEUE : FLOWS} param={param} />
  ));
}

function LinkSize({ code }: { readonly code: string }) {
  const letters = packText(code).length;
  const words =
    letters > LONG_WITH_PROGRAM
      ? `In a link the program takes ${letters} characters, more than mail and chat programs accept. Save it as a file: it opens when it is dropped on this page.`
      : `In a link the program takes ${letters} characters.`;
  return <p className="control__note">{words}</p>;
}

interface WatchProps {
  /** Id of the program. */
  readonly id: string;
  onShow(line: number): void;
}

/** The program's log, and the values of its variables at the playhead. */
function Watch({ id, onShow }: WatchProps) {
  const bench = useBench();
  const report = useBenchState((state) => state.run.snapshot?.programs.find((one) => one.id === id) ?? null);
  const pathState: PathState | null = useSyncExternalStore(
    bench.pathStates.subscribe,
    () => bench.pathStates.get().pathState,
  );
  const watched = pathState?.programs.filter((one) => one.id === id && one.variables.length > 0) ?? [];
  return (
    <>
      {watched.length > 0 && pathState !== null && (
        <section className="code__watch" aria-label="Variables at the playhead">
          <h3>{`Variables at ${pathState.nowS.toFixed(3)} s`}</h3>
          {watched.map(({ place, variables }) => (
            <dl key={place}>
              {watched.length > 1 && <dt className="code__place">{place}</dt>}
              {variables.map(([name, value]) => (
                <div key={name}>
                  <dt translate="no">{name}</dt>
                  <dd translate="no">{value}</dd>
                </div>
              ))}
            </dl>
          ))}
        </section>
      )}
      {report !== null && report.lines.length > 0 && (
        <section className="code__log" aria-label="Log">
          <h3>{`log: ${report.lines.length + report.leftOut} lines`}</h3>
          <ol>
            {numbered(report.lines.slice(0, LINES_SHOWN)).map(({ atS, line, text, place, number }) => (
              <li key={number}>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    bench.player.seek(atS);
                    onShow(line);
                  }}
                >
                  {`${atS.toFixed(3)} s`}
                </button>{" "}
                <span translate="no">{report.lines[0].place === place ? text : `${place}: ${text}`}</span>
              </li>
            ))}
          </ol>
          {report.lines.length + report.leftOut > LINES_SHOWN && (
            <p className="control__note">{`${report.lines.length + report.leftOut - LINES_SHOWN} more are not shown.`}</p>
          )}
        </section>
      )}
    </>
  );
}

/** Returns the lines with numbers. Lines never move, so the number identifies a line. */
function numbered<T extends object>(lines: readonly T[]): (T & { readonly number: number })[] {
  return lines.map((line, number) => ({ ...line, number }));
}

/** The description of what a program can read and do, below the text. */
function Contract({ place, program }: { readonly place: CodePlace; readonly program: Program | null }) {
  const fields = FIELDS.filter(({ owner }) => (place.kind === "sender" ? owner === "tcp" : owner !== "tcp"));
  const helpers = HELPERS.filter(({ appliesTo }) => appliesTo === "both" || appliesTo === place.kind);
  return (
    <details className="code__contract">
      <summary>What a program can use</summary>
      <dl>
        {HEAD_LINES.filter(({ appliesTo }) => appliesTo === "both" || appliesTo === place.kind).map(
          ({ line, help }) => (
            <div key={line}>
              <dt translate="no">{line}</dt>
              <dd>{help}</dd>
            </div>
          ),
        )}
        {hooksOf(place.kind).map(({ name, takes, help }) => (
          <div key={name}>
            <dt translate="no">{`function ${name}(${takes.join(", ")})`}</dt>
            <dd>{help}</dd>
          </div>
        ))}
        {fields.map(({ owner, name, help, set }) => (
          <div key={`${owner}.${name}`}>
            <dt translate="no">{`${owner}.${name}`}</dt>
            <dd>{set === undefined ? help : `${help} It can be set.`}</dd>
          </div>
        ))}
        {helpers.map(({ name, signature, help }) => (
          <div key={name}>
            <dt translate="no">{`${name}${signature}`}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
      <Types kind={place.kind} program={program} />
    </details>
  );
}

/** Type declarations of the same properties and functions, for other editors. */
function Types({ kind, program }: { readonly kind: CodePlace["kind"]; readonly program: Program | null }) {
  const own = (program?.params ?? []).map(({ name, param }) => ({ name, help: param.help }));
  const text = typesText(kind, own);
  return (
    <details>
      <summary>{`TypeScript types (${kind}.d.ts)`}</summary>
      <pre translate="no">{text}</pre>
      <Button look="small" onClick={() => saveFile(`${kind}.d.ts`, "text/plain", text)}>
        Save the types
      </Button>
    </details>
  );
}
