/** The key of the picture, below it. */
import { useMemo, useSyncExternalStore } from "react";
import type { Picture } from "../../../engine/index.ts";
import { useBench } from "../../state/use-store.ts";
import type { PathStripProps, Pictures } from "../plots/chart-props.ts";
import type { PlacedPicture } from "./draw-marks.ts";
import { dashWords, type KeyEntry, type KeyNeeds, keyEntries, SynsInSight } from "./path-key.ts";
import { ONE_PACKET } from "./path-words.ts";

interface PathKeyProps {
  readonly strip: PathStripProps;
  readonly widthPx: number;
  readonly placed: (picture: Picture) => PlacedPicture;
}

export function PathKey({ strip, widthPx, placed }: PathKeyProps) {
  const { run, pictures } = strip;
  const seen = useSeen(pictures, run.snapshot.links.length, placed);
  const ecn = run.snapshot.results.flows.some((flow) => flow.ecn);
  return (
    <ul className="path-key" aria-label="Key of the picture">
      {keyEntries({ ...seen, ecn }, widthPx).map(({ sign, text }) => (
        <li key={sign}>
          <Sign sign={sign} />
          {text}
        </li>
      ))}
    </ul>
  );
}

type Seen = Pick<KeyNeeds, "dash" | "syn">;

const NOTHING: Seen = { dash: ONE_PACKET, syn: false };

/** Counted once a picture, and not again while a control bends the curves beside it. */
function useSeen(pictures: Pictures, links: number, placed: PathKeyProps["placed"]): Seen {
  const { store } = useBench();
  const read = useMemo(() => {
    const syns = new SynsInSight();
    let known: { readonly picture: Picture | null; readonly seen: Seen } = { picture: null, seen: NOTHING };
    return () => {
      const { picture } = pictures.get();
      if (known.picture === picture) return known.seen;
      // One of the run before may have other links.
      const isOurs = picture !== null && picture.links.length === links;
      const now = isOurs && {
        dash: dashWords(placed(picture), picture),
        syn: syns.see(picture, store.get().playback.playing),
      };
      known = { picture, seen: now ? alike(known.seen, now) : NOTHING };
      return known.seen;
    };
  }, [pictures, links, placed, store]);
  return useSyncExternalStore(pictures.subscribe, read);
}

/** The one before where it says the same, so that nothing is drawn anew. */
function alike(before: Seen, now: Seen): Seen {
  return before.dash === now.dash && before.syn === now.syn ? before : now;
}

const SIGNS: Readonly<Record<KeyEntry["sign"], string>> = {
  dash: "M3.5,1h3v8h-3z",
  ce: "M5,0L10,5L5,10L0,5Z",
  ack: "M5,3.2a1.8,1.8 0 1 0 0.01,0Z",
  ece: "M5,1.5L8.5,5L5,8.5L1.5,5Z",
  syn: "M1,1h8v8h-8z",
};

function Sign({ sign }: Pick<KeyEntry, "sign">) {
  return (
    <svg className={`path-glyph path-glyph-${sign}`} width="10" height="10" aria-hidden="true">
      <path d={SIGNS[sign]} />
    </svg>
  );
}
