/** Makes a link for others: how the page is shown, what of it is seen and what may be touched; as link, frame and QR code. */
import "./builder.css";
import { useState } from "react";
import { useMediaQuery } from "../bench/use-runs.ts";
import { Dialog } from "../shared/Dialog.tsx";
import { useBench, useBenchState } from "../state/use-store.ts";
import { FrameFields } from "./FrameFields.tsx";
import { LinkPreview } from "./LinkPreview.tsx";
import { LinkResults } from "./LinkResults.tsx";
import { frameOf, type LinkDraft, START_DRAFT } from "./link-draft.ts";
import { SeenFields } from "./SeenFields.tsx";
import { TouchFields } from "./TouchFields.tsx";

/** Narrower than this, a preview would be a picture of its own scroll bars. */
const HAS_ROOM = "(min-width: 1000px) and (min-height: 600px)";

export interface DraftProps {
  readonly draft: LinkDraft;
  onDraft(change: Partial<LinkDraft>): void;
}

export function LinkBuilder() {
  return (
    <Dialog name="builder" title="A link for others">
      <Builder />
    </Dialog>
  );
}

function Builder() {
  const { url } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const [draft, setDraft] = useState(START_DRAFT);
  const hasRoom = useMediaQuery(HAS_ROOM);
  const fields: DraftProps = { draft, onDraft: (change) => setDraft((now) => ({ ...now, ...change })) };
  const link = url.benchLink(frameOf(draft));
  return (
    <div className="builder">
      <form className="builder__fields" onSubmit={(event) => event.preventDefault()}>
        <FrameFields {...fields} />
        {draft.shownAs !== "present" && <SeenFields {...fields} />}
        <TouchFields {...fields} scenario={scenario} />
      </form>
      <div className="builder__results">
        {hasRoom && <LinkPreview link={link} draft={draft} />}
        <LinkResults link={link} draft={draft} />
      </div>
    </div>
  );
}
