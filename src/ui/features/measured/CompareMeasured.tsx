/** The part of *Compare* with the kernel traces and the user's own measurements. */

import { useId, useState } from "react";
import { useBench, useSettings, useSlice } from "../../core/use-store.ts";
import { fetched, LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { MEASURED, TRACES, traceDifferences, useShownMeasurement } from "./shown-measurement.ts";

export function CompareMeasured() {
  return (
    <>
      <TraceMenu />
      <MeasurementFile />
    </>
  );
}

function TraceMenu() {
  const bench = useBench();
  const { trace } = useSlice(MEASURED);
  const differs = useSettings((settings) => trace !== null && traceDifferences(trace, settings).length > 0);
  const menuId = useId();
  return (
    <div className="control">
      <div className="control__head">
        <label className="control__name" htmlFor={menuId}>
          Kernel trace
        </label>
        <select
          id={menuId}
          className="menu"
          value={trace ?? ""}
          onChange={(event) =>
            bench.setSlice(MEASURED, { file: null, trace: event.currentTarget.value || null })
          }
        >
          <option value="">none</option>
          {TRACES.map(({ name, label }) => (
            <option key={name} value={name}>
              {label.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </div>
      <p className="control__note">
        {differs
          ? "cwnd as reported by Linux 6.1, in a run with different settings."
          : "cwnd as reported by Linux 6.1, shown over this run."}
      </p>
    </div>
  );
}

const Panel = lazyPart(async () => (await import("./MeasuredPanel.tsx")).MeasuredPanel);

/** A file from this device. It is read in the page and not sent anywhere. */
function MeasurementFile() {
  const bench = useBench();
  const shown = useShownMeasurement();
  const [message, setMessage] = useState("");
  const read = async (field: HTMLInputElement) => {
    const files = [...(field.files ?? [])];
    // Resetting the field allows the same file to be chosen again after it has been recorded again.
    field.value = "";
    if (files.length === 0) return;
    try {
      const { showFiles } = await fetched("The file reader", import("./read-files.ts"));
      await showFiles(bench, files, setMessage);
    } catch (reason) {
      setMessage(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <>
      <p className="compare__pin">
        <label
          className="button text-file"
          title="ss -ti, iperf3 -J, TCP_INFO, tcp_probe, bpftrace, a capture (pcap, pcapng) or a CSV of Sawtooth; or all files of the folder that a script for Linux has written. They stay on this device."
        >
          <span>Compare with a measurement</span>
          <input type="file" multiple onChange={(event) => void read(event.currentTarget)} />
        </label>
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
      {shown !== null && (
        <LazyPlace part="The comparison">
          <Panel shown={shown} />
        </LazyPlace>
      )}
    </>
  );
}
