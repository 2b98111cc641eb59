/** A single plot to share, alone or with one slider: as a frame, a URL, a QR code, or a scene of a talk. */
import { useId, useState } from "react";
import { usePlace } from "../../bench/feature.ts";
import { askedPlotOf } from "../../bench/pictures/SavePicture.tsx";
import { mainControl } from "../../core/rail.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { Segments } from "../../shared/Segments.tsx";
import { LinkPreview, LinkResults, SizeFields } from "./LinkBuilder.tsx";
import { frameOf, type LinkDraft, plotDraft, START_DRAFT, touchGroups } from "./link-draft.ts";
import "./builder.css";

export function SharePlot() {
  const { id } = askedPlotOf(useBench());
  const label = PLOT_PIECES.find((piece) => piece.id === id)?.label ?? id;
  return (
    <Dialog name="plot" title={`For others: ${label}`}>
      <Ways plot={id} />
    </Dialog>
  );
}

const WHAT = [
  { value: "plot", label: "Only this plot" },
  { value: "slider", label: "This plot and a control" },
] as const;
/** Size of the frame in px. With a slider it is wider, so that the slider fits next to the plot. */
const FRAMES = { plot: { width: 640, height: 320 }, slider: { width: 900, height: 340 } } as const;

function Ways({ plot }: { readonly plot: string }) {
  const bench = useBench();
  const Scene = usePlace("plotScene");
  const asked = askedPlotOf(bench);
  const [what, setWhat] = useState<(typeof WHAT)[number]["value"]>(asked.withSlider ? "slider" : "plot");
  const [control, setControl] = useControl();
  const [own, setOwn] = useState<Pick<LinkDraft, "width" | "height"> | null>(null);
  const size = own ?? FRAMES[what];
  const named = what === "slider" ? control : null;
  const draft: LinkDraft = { ...START_DRAFT, ...plotDraft(plot, named), ...size };
  const link = bench.url.benchLink(frameOf(draft));
  return (
    <div className="builder">
      <div className="builder__fields">
        <Segments
          aria-label="Visible parts"
          options={WHAT}
          value={what}
          onChoose={(next: typeof what) => setWhat(next)}
        />
        {what === "slider" && <ControlChoice value={control} onChoose={setControl} />}
        <SizeFields
          draft={draft}
          onDraft={({ width = size.width, height = size.height }) => setOwn({ width, height })}
        />
        {Scene && <Scene plot={plot} control={named} />}
      </div>
      <LinkResults link={link} draft={draft} label="this plot">
        <LinkPreview link={link} draft={draft} />
      </LinkResults>
    </div>
  );
}

/** Returns the chosen control. Initially it is the control that the page highlights. */
function useControl() {
  const scenario = useBenchState((state) => state.scenario);
  return useState(mainControl(scenario)?.param.id ?? touchGroups(scenario)[0]?.list[0]?.id ?? "");
}

interface ControlChoiceProps {
  readonly value: string;
  onChoose(id: string): void;
}

function ControlChoice({ value, onChoose }: ControlChoiceProps) {
  const scenario = useBenchState((state) => state.scenario);
  const id = useId();
  return (
    <p className="dialog__row">
      <label htmlFor={id}>Control</label>
      <select
        id={id}
        className="menu"
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {touchGroups(scenario).map(({ title, list }) => (
          <optgroup key={title} label={title}>
            {list.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </p>
  );
}
