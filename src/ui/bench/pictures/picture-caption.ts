/** What stands under a saved picture: what it covers, what it is beside, which run it is, and the way back to it. */
import { version } from "../../../../package.json";
import type { AppState } from "../../state/store.ts";
import { linkIndex } from "../../state/watched-link.ts";
import { warmupS } from "../numbers/metrics.ts";
import type { TimeView } from "../plots/chart-props.ts";
import { isWarmingUp, soFar } from "../plots/coverage.ts";
import { runLabels } from "../run-labels.ts";

/** Along time, of all packets after the warm-up, or of one moment. */
export type PictureKind = "time" | "distribution" | "moment";

export interface CaptionOf {
  readonly kind: PictureKind;
  readonly state: Pick<AppState, "run" | "pinned" | "watch" | "playback">;
  readonly view: TimeView;
  readonly link: string;
}

export function pictureCaption({ kind, state, view, link }: CaptionOf): string[] {
  const { scenario, snapshot } = state.run;
  if (scenario === null || snapshot === null) return [link];
  const { digest, done } = snapshot;
  return [
    ...coveredLines({ kind, state, view }).map((line) => line.replaceAll("_", " ")),
    `Sawtooth ${version}, seed ${scenario.run.seed}${done ? `, digest ${digest}` : ""}`,
    link,
  ];
}

/** What it covers, and what it is beside; "_" starts a subscript. */
export function coveredLines({ kind, state, view }: Omit<CaptionOf, "link">): string[] {
  const { scenario, snapshot } = state.run;
  if (scenario === null || snapshot === null) return [];
  const { links } = snapshot;
  const run = { scenario, snapshot };
  const covered =
    kind === "moment"
      ? `At ${seconds(state.playback.playheadS)} of ${seconds(snapshot.nowS)}.`
      : kind === "time"
        ? `Covers ${seconds(view.fromS)} to ${seconds(view.toS)}.`
        : isWarmingUp(run)
          ? "Covers the warm-up so far."
          : `Covers all packets from the end of the warm-up, ${seconds(warmupS(scenario))}, to ${seconds(snapshot.nowS)}.`;
  const unfinished = soFar(run);
  const watched = links.length > 1 ? ` Watched link: ${links[linkIndex(links, state.watch)].label}.` : "";
  return [
    `${covered}${unfinished === null ? "" : ` The run is not complete: ${unfinished}.`}${watched}`,
    ...(kind === "moment" ? [] : pinnedLines(state)),
  ];
}

function pinnedLines({ run, pinned }: CaptionOf["state"]): string[] {
  if (pinned === null || pinned.snapshot === null || run.scenario === null) return [];
  return [`Grey: the pinned run, ${runLabels(pinned.scenario, run.scenario).pinned}.`];
}

function seconds(time: number): string {
  return `${Number(time.toFixed(3))} s`;
}

/** "sawtooth-queue-delay-cubic-pie-seed1": what it shows, of which sender and queue, with which seed. */
export function pictureName(title: string, scenario: AppState["run"]["scenario"]): string {
  const { flows, queue, run } = scenario ?? {};
  const controls = [...new Set(flows?.map(({ cc }) => cc))];
  const parts = ["sawtooth", title, ...(controls.length > 2 ? ["mixed"] : controls), queue?.aqm];
  const words = [...parts, run === undefined ? "" : `seed${run.seed}`].filter(Boolean).join(" ");
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
