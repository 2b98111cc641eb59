/** Notices that the user can dismiss: corrections of a broken URL, a restarted worker. */

import { Suspense, useState } from "react";
import { hasDigest } from "../../engine/index.ts";
import { visibleText } from "../../lib/visible-text.ts";
import type { AppState, Made, Notice } from "../core/store.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { NoticeLines } from "../parts/NoticeLines.tsx";
import { Button, IconButton } from "../shared/Button.tsx";
import { CopyButton } from "../shared/CopyButton.tsx";
import { LazyPlace, lazyPart } from "../shared/lazy.tsx";
import { usePlace } from "./feature.ts";
import { LiveEnd } from "./player/LiveEnd.tsx";
import type { NeededTraceProps } from "./rail/RecordedCapacity.tsx";

const NeededTrace = lazyPart<NeededTraceProps>(() =>
  import("./rail/RecordedCapacity.tsx").then((part) => part.NeededTrace),
);

const OriginNotice = lazyPart(async () => (await import("./OriginNotice.tsx")).OriginNotice);

export function Notices() {
  const Further = usePlace("notice");
  const notices = useBenchState((state) => state.notices);
  const restarted = useBenchState((state) => state.run.restarted);
  const live = useBenchState(({ mode }) => mode === "live");
  return (
    <>
      {live && <LiveEnd />}
      {Further !== null && <Further />}
      <OtherVersion />
      {notices.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
      {restarted !== null && (
        <div className="notice" role="status">
          <p className="notice__title">{restarted}</p>
        </div>
      )}
    </>
  );
}

/**
 * Returns the origin that the opened URL states, if the run on the screen is that run, complete, and has a different
 * digest.
 */
export function differingOrigin({ made, scenario, run, mode }: AppState): Made | null {
  if (made === null || made.scenario !== scenario || mode === "live") return null;
  if (run.scenario !== scenario || run.snapshot?.done !== true) return null;
  return hasDigest(made.by, run.snapshot.digest) ? null : made;
}

/** The notice that another version, or an edit of the link, gives a different result. It is loaded when it is needed. */
function OtherVersion() {
  const made = useBenchState(differingOrigin);
  const [dismissed, setDismissed] = useState<Made | null>(null);
  if (made === null || made === dismissed) return null;
  return (
    <LazyPlace part="The notice of another version">
      <OriginNotice key={made.by.version} made={made} onDismiss={() => setDismissed(made)} />
    </LazyPlace>
  );
}

function NoticeBox({ notice }: { readonly notice: Notice }) {
  const bench = useBench();
  const { also = [], dialog } = notice;
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">{visibleText(notice.title)}</p>
        <NoticeLines lines={notice.lines} />
        {notice.lines.length > 0 && also.length > 0 && <p className="notice__also">Also noticed:</p>}
        <NoticeLines lines={also} />
        {dialog !== undefined && (
          <p className="notice__acts">
            <Button look="small" onClick={() => bench.showDialog(dialog.name)}>
              {dialog.label}
            </Button>
          </p>
        )}
        {notice.open !== undefined && (
          <p className="notice__acts">
            {notice.open.map(({ id, label }) => (
              <Button key={id} look="small" onClick={() => bench.showScreen({ id, text: "" })}>
                {`Open ${label}`}
              </Button>
            ))}
          </p>
        )}
        {notice.needs !== undefined && (
          <Suspense fallback={null}>
            <NeededTrace notice={notice.id} needs={notice.needs} />
          </Suspense>
        )}
        {notice.link !== null && <CopyButton text={notice.link} label="Copy corrected link" />}
      </div>
      <IconButton
        icon="close"
        className="quiet"
        label="Dismiss"
        onClick={() => bench.dismissNotice(notice.id)}
      />
    </section>
  );
}
