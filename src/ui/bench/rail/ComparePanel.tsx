/** The comparison of the run: with the pinned run in grey, a real kernel's trace, or the user's own measurement. */

import { useId, useState } from "react";
import { TRACES } from "../../core/kernel-traces.ts";
import { refusalToPin } from "../../core/permission.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { fetched, LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { laidOf, useLaid } from "../measured/laid.ts";
import { traceDifferences } from "../setting-differences.ts";

export function ComparePanel() {
  const bench = useBench();
  const hasPin = useBenchState((state) => state.pinned !== null);
  const refusal = useBenchState(refusalToPin);
  const group = useRovingTabindex("button", "row");
  const [message, setMessage] = useState("");
  const say = async (result: unknown) => {
    const words = await result;
    if (typeof words === "string") setMessage(words);
  };
  return (
    <>
      <p ref={group} className="compare__pin">
        <Button title="Key G" refusal={refusal} onClick={() => bench.edits.pin()}>
          <Icon name="pin" />
          Pin this run
        </Button>
        {hasPin && <Button onClick={() => bench.edits.unpin()}>Unpin</Button>}
        {bench.page.actions.map(
          ({ id, key, button, run }) =>
            button && (
              <Button key={id} title={`Key ${key.names}`} onClick={() => void say(run(bench, 0))}>
                {button.icon && <Icon name={button.icon} />}
                <span>{button.words}</span>
              </Button>
            ),
        )}
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
      <p className="control__note">
        {hasPin
          ? "The pinned run stays in grey; numbers show the difference."
          : "Your first change pins the previous run automatically."}
      </p>
      <TraceMenu />
      <MeasurementFile />
    </>
  );
}

function TraceMenu() {
  const bench = useBench();
  const trace = useBenchState((state) => state.trace);
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
          onChange={(event) => {
            laidOf(bench).set({ file: null });
            bench.setTrace(event.currentTarget.value || null);
          }}
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

const Panel = lazyPart(async () => (await import("../measured/MeasuredPanel.tsx")).MeasuredPanel);

/** A file from this device. It is read in the page and not sent anywhere. */
function MeasurementFile() {
  const bench = useBench();
  const laid = useLaid();
  const [message, setMessage] = useState("");
  const read = async (field: HTMLInputElement) => {
    const files = [...(field.files ?? [])];
    // Resetting the field allows the same file to be chosen again after it has been recorded again.
    field.value = "";
    if (files.length === 0) return;
    try {
      const { layMeasurement, layRecord, readFile, readRecord, unitsFor } = await fetched(
        "The file reader",
        import("../measured/lay.ts"),
      );
      if (files.length > 1) {
        layRecord(bench, await readRecord(files.map((file) => ({ path: file.name, file }))));
        setMessage("");
        return;
      }
      const [file] = files;
      const measurement = await readFile(file, unitsFor(bench), (share) =>
        setMessage(`Reading: ${Math.floor(100 * share)} %`),
      );
      setMessage("");
      layMeasurement(bench, file, measurement);
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
      {laid !== null && (
        <LazyPlace part="The comparison">
          <Panel laid={laid} />
        </LazyPlace>
      )}
    </>
  );
}
