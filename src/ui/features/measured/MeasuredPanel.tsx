/**
 * How well the overlaid measurement fits the run: its numbers next to the numbers of the run, its start, its
 * connection and flow, and the assumptions.
 */

import { useEffect, useId, useMemo, useRef } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { fitOf } from "../../../measured/fit.ts";
import { assumedOf, type FitLine, fitLines, fitSentences } from "../../../measured/fit-words.ts";
import {
  type LinuxRecord,
  recordRows,
  recordSentences,
  recordTable,
} from "../../../measured/linux/record.ts";
import { useBench, useBenchState, useSlice } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { measurementFrom, measurementOfFlow, withUnit } from "./read-files.ts";
import { beginOf, MEASURED, type ShownMeasurement } from "./shown-measurement.ts";
import "./measured.css";

export function MeasuredPanel({ shown }: { readonly shown: ShownMeasurement }) {
  const bench = useBench();
  const isFile = useSlice(MEASURED).file !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFile) box.current?.scrollIntoView({ block: "nearest" });
  }, [isFile]);
  return (
    <div className="measured" ref={box}>
      {shown.record !== null ? (
        <RecordFit shown={shown} record={shown.record} />
      ) : (
        isFile && <FileControls shown={shown} />
      )}
      <FitTable shown={shown} />
      <Remarks shown={shown} />
      {isFile && (
        <p className="compare__pin">
          <Button onClick={() => bench.setSlice(MEASURED, { file: null })}>Remove the measurement</Button>
        </p>
      )}
    </div>
  );
}

/** Step of the start time (s): shorter than the RTT of most paths. */
const STEP_S = 0.01;

function FileControls({ shown }: { readonly shown: ShownMeasurement }) {
  const bench = useBench();
  const ids = { begin: useId(), connection: useId(), flow: useId(), unit: useId() };
  const snapshot = useBenchState((state) => state.run.snapshot);
  const { name, measurement, index, flow, source, units } = shown;
  const lay = (change: Partial<ShownMeasurement>) =>
    bench.setSlice(MEASURED, { file: { ...shown, ...change } });
  const flows = snapshot?.results.flows ?? [];
  const beginsS = snapshot === null ? 0 : beginOf(shown, { snapshot });
  return (
    <>
      <p className="measured__name">{name}</p>
      {measurement.connections.length > 1 && (
        <div className="control__head">
          <label className="control__name" htmlFor={ids.connection}>
            Connection in the file
          </label>
          <select
            id={ids.connection}
            className="menu"
            value={index}
            onChange={(event) =>
              bench.setSlice(MEASURED, {
                file: {
                  ...shown,
                  ...measurementFrom(name, measurement, Number(event.currentTarget.value), flow),
                  source,
                  units,
                },
              })
            }
          >
            {measurement.connections.map((connection, i) => (
              <option key={connection.name} value={i}>
                {connection.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {measurement.units.map(({ column, unit, allowed }) => (
        <div key={column} className="control__head">
          <label className="control__name" htmlFor={`${ids.unit}-${column}`}>
            {`Unit of ${column}`}
          </label>
          <select
            id={`${ids.unit}-${column}`}
            className="menu"
            value={unit}
            onChange={(event) => void withUnit(bench, shown, column, event.currentTarget.value)}
          >
            {allowed.map((one) => (
              <option key={one} value={one}>
                {one === "us" ? "µs" : one}
              </option>
            ))}
          </select>
        </div>
      ))}
      {flows.length > 1 && (
        <div className="control__head">
          <label className="control__name" htmlFor={ids.flow}>
            Compared with
          </label>
          <select
            id={ids.flow}
            className="menu"
            value={flow}
            onChange={(event) => lay({ flow: Number(event.currentTarget.value) })}
          >
            {flows.map(({ id, cc }) => (
              <option key={id} value={id}>
                {`flow ${id + 1} (${cc})`}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="measured__begin">
        <label className="control__name" htmlFor={ids.begin}>
          Start in the run (s)
        </label>
        <span className="field">
          <input
            id={ids.begin}
            className="field__input"
            type="number"
            step={STEP_S}
            value={Number(beginsS.toFixed(3))}
            onChange={(event) => {
              const fromS = event.currentTarget.valueAsNumber;
              if (Number.isFinite(fromS)) lay({ fromS });
            }}
          />
        </span>
        <Button
          title="It starts together with the flow"
          refusal={shown.fromS === null ? "It starts together with the flow" : null}
          onClick={() => lay({ fromS: null })}
        >
          Align
        </Button>
      </div>
    </>
  );
}

/** The whole run on Linux beside the run, and the choice of the flow that is drawn and compared in detail. */
function RecordFit({ shown, record }: { readonly shown: ShownMeasurement; readonly record: LinuxRecord }) {
  const bench = useBench();
  const id = useId();
  const scenario = useBenchState((state) => state.run.scenario);
  const snapshot = useBenchState((state) => state.run.snapshot);
  const rows = useMemo(
    () =>
      scenario !== null && snapshot?.done === true
        ? recordTable(recordRows(record, snapshot, Number(scenario.run.warmup)))
        : null,
    [scenario, snapshot, record],
  );
  return (
    <>
      <p className="measured__name">{record.about[0] ?? shown.name}</p>
      {rows !== null && scenario !== null && (
        <>
          <Lines
            caption="How close the run and the measurement are"
            head={["Linux", "run", "difference"]}
            lines={rows}
          />
          {recordSentences(record, scenarioToUrl(scenario)).map((text) => (
            <p key={text} className="control__note">
              {text}
            </p>
          ))}
        </>
      )}
      {record.connectionFlows.length > 1 && (
        <div className="control__head">
          <label className="control__name" htmlFor={id}>
            Flow in the plots
          </label>
          <select
            id={id}
            className="menu"
            value={shown.flow}
            onChange={(event) =>
              bench.setSlice(MEASURED, { file: measurementOfFlow(record, Number(event.currentTarget.value)) })
            }
          >
            {record.connectionFlows.map((flow) => (
              <option key={flow} value={flow}>
                {`flow ${flow + 1}`}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

function FitTable({ shown }: { readonly shown: ShownMeasurement }) {
  const scenario = useBenchState((state) => state.run.scenario);
  const snapshot = useBenchState((state) => state.run.snapshot);
  const isDone = snapshot?.done === true;
  const { connection, flow } = shown;
  const beginsS = snapshot === null ? 0 : beginOf(shown, { snapshot });
  const fit = useMemo(
    () =>
      isDone && scenario !== null
        ? fitOf({
            connection,
            beginsS,
            scenario,
            snapshot,
            flow: Math.min(flow, snapshot.results.flows.length - 1),
          })
        : null,
    [isDone, scenario, snapshot, connection, beginsS, flow],
  );
  if (fit === null) return <p className="control__note">The comparison appears when the run is complete.</p>;
  const lines = fitLines(fit);
  return (
    <>
      {lines.length > 0 && (
        <Lines caption="How it fits" head={["file", "run", "run to file"]} lines={lines} />
      )}
      {fitSentences(fit).map((text) => (
        <p key={text} className="control__note">
          {text}
        </p>
      ))}
    </>
  );
}

interface LinesProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly lines: readonly FitLine[];
}

function Lines({ caption, head, lines }: LinesProps) {
  return (
    <table className="measured__fit">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Figure</span>
          </th>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, measured, run, difference }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td translate="no">{measured}</td>
            <td translate="no">{run}</td>
            <td>{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Remarks({ shown: { measurement, connection } }: { readonly shown: ShownMeasurement }) {
  const parts = [
    { title: "Read", texts: [`${measurement.format}, ${connection.name}`, ...measurement.read] },
    { title: "Skipped", texts: measurement.skipped },
    { title: "Assumed", texts: assumedOf(measurement, connection) },
  ].filter(({ texts }) => texts.length > 0);
  return (
    <details className="measured__remarks">
      <summary>How the file was read</summary>
      {parts.map(({ title, texts }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
