/** What the link shows, made small: the page itself, which follows each tick. */
import { type CSSProperties, useRef } from "react";
import { useSize } from "../shared/chart/plot-size.ts";
import type { LinkDraft } from "./link-draft.ts";

/** What a bench or a projector is previewed as, in px. */
const SCREEN = { width: 1280, height: 800 };
/** Of the preview, in px. */
const HIGHEST = 340;

export function LinkPreview({ link, draft }: { readonly link: string; readonly draft: LinkDraft }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const { width, height } = draft.shownAs === "embed" ? draft : SCREEN;
  const scale = size === null ? 0 : Math.min(1, size.width / width, HIGHEST / height);
  const style = { "--scale": scale, width, height } as CSSProperties;
  return (
    <section aria-label="Preview">
      <h3>Preview</h3>
      <div
        ref={place}
        className="builder__preview"
        style={{ height: Math.min(HIGHEST, height * scale) || HIGHEST }}
      >
        {scale > 0 && <iframe inert title="Preview" src={link} style={style} />}
      </div>
    </section>
  );
}
