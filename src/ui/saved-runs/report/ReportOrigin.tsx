/** How to have the same run again: the link in letters and as a QR code, the command, version, seed and digest. */
import { version } from "../../../../package.json";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { qrPath } from "../../shared/qr-path.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { ReportSection } from "./ReportSection.tsx";
import { bitsWords, commandFor, linkOpens } from "./report-words.ts";

/** A module has to be large enough for a camera. */
const MODULE_MM = 0.45;
const LEAST_MM = 28;

export function ReportOrigin({ run }: { readonly run: RunView }) {
  const { url } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const hasPin = useBenchState((state) => state.pinned !== null);
  // Of all that the link says.
  useBenchState((state) => state.pinned?.scenario);
  const link = url.benchLink();
  const { done, digest } = run.snapshot;
  return (
    <ReportSection title="To run it again">
      <div className="report__origin">
        <div>
          <p>{linkOpens(hasPin)}</p>
          <p className="report__link">
            <a href={link}>{link}</a>
          </p>
          <p>In a terminal, in a copy of the project:</p>
          <pre>{commandFor(scenario)}</pre>
          <p>{bitsWords(version, scenario, done ? digest : null)}</p>
        </div>
        <Qr link={link} />
      </div>
    </ReportSection>
  );
}

function Qr({ link }: { readonly link: string }) {
  const code = qrPath(link);
  if (code === null) return null;
  const { size, path } = code;
  const mm = Math.max(LEAST_MM, size * MODULE_MM);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={`${mm}mm`}
      height={`${mm}mm`}
      role="img"
      aria-label="QR code of the link"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
