/**
 * The packets of the run on the screen as files for other programs: a CSV table, a capture for Wireshark, and qlog
 * for qvis.
 */
import { useEffect, useRef, useState } from "react";
import { resolvePath, scenarioToUrl } from "../../../engine/index.ts";
import type { PacketFileWish } from "../../../workers/protocol.ts";
import { PacketFileClient } from "../../../workers/sim-client.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { PROGRAM } from "../../shared/version.ts";

const FILES = [
  { format: "pcapng", label: "Capture (pcapng)", ending: "pcapng", type: "application/x-pcapng" },
  { format: "csv", label: "All packet events (CSV)", ending: "csv", type: "text/csv" },
  { format: "qlog", label: "qlog", ending: "sqlog", type: "application/qlog+json-seq" },
] as const;

export function SharePackets() {
  const bench = useBench();
  const run = useBenchState((state) => state.run);
  const zoom = useBenchState((state) => state.view.zoom);
  const [place, setPlace] = useState("sender");
  const [message, setMessage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const client = useRef<PacketFileClient | null>(null);
  useEffect(() => () => client.current?.dispose(), []);
  const { scenario, snapshot } = run;
  if (scenario === null || snapshot === null) return null;
  const links = resolvePath(scenario.path).links;
  const [fromS, toS] = zoom ?? [0, snapshot.nowS];
  const stretch = `${tenths(fromS)} s to ${tenths(toS)} s`;
  const save = async ({ format, ending, type }: (typeof FILES)[number]) => {
    client.current ??= new PacketFileClient();
    setBusy(true);
    setMessage("Writing the packets: the run is simulated again.");
    const stamp = [
      `${bench.url.link(null).split("#")[0]}#${scenarioToUrl(scenario)}`,
      `digest ${snapshot.digest}`,
    ];
    if (zoom !== null || !snapshot.done) stamp.push(`from ${stretch} alone`);
    const wish = { format, point: pointOf(place), fromS, toS, program: PROGRAM, stamp };
    try {
      const pieces = await client.current.write(scenario, wish);
      if (pieces === null) return;
      saveFile(`sawtooth-packets.${ending}`, type, ...pieces);
      setMessage(`sawtooth-packets.${ending} saved: ${stretch}.`);
    } catch (problem) {
      setMessage(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <h3>Packets</h3>
      <p className="control__note">
        {`Every packet from ${stretch}${zoom === null ? "" : ", the time range that the plots show"}. The capture opens in Wireshark, the qlog file in qvis.`}
      </p>
      <p className="share__acts">
        <label>
          Capture at{" "}
          <select
            className="menu"
            value={place}
            onChange={({ currentTarget }) => setPlace(currentTarget.value)}
          >
            <option value="sender">the senders</option>
            <option value="receiver">the receivers</option>
            {links.flatMap(({ id, label }) => [
              <option key={`${id}:in`} value={`${id}:in`}>{`${label}, before the queue`}</option>,
              <option key={`${id}:out`} value={`${id}:out`}>{`${label}, after the queue`}</option>,
            ])}
          </select>
        </label>
        {FILES.map((file) => (
          <Button
            key={file.format}
            refusal={isBusy ? "Available when the previous file is written" : null}
            onClick={() => void save(file)}
          >
            {file.label}
          </Button>
        ))}
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
    </section>
  );
}

function pointOf(place: string): PacketFileWish["point"] {
  if (place === "sender" || place === "receiver") return { at: place };
  const [link, at] = place.split(":");
  return { at: at === "in" ? "in" : "out", link };
}

const tenths = (seconds: number) => Number(seconds.toFixed(3));
