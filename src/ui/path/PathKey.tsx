/** The key of the picture, below it. */
import { useMemo, useSyncExternalStore } from "react";
import type { Picture } from "../../engine/index.ts";
import type { PathStripProps, Pictures } from "../charts/chart-props.ts";
import type { PlacedPicture } from "./draw-marks.ts";
import { type DashWords, dashWords, type KeyEntry, keyEntries, ONE_PACKET } from "./path-key.ts";

interface PathKeyProps {
  readonly strip: PathStripProps;
  readonly widthPx: number;
  readonly placed: (picture: Picture) => PlacedPicture;
}

export function PathKey({ strip, widthPx, placed }: PathKeyProps) {
  const { run, pictures } = strip;
  const dash = useDash(pictures, run.snapshot.links.length, placed);
  const hasEcn = run.snapshot.results.flows.some(({ ecn }) => ecn);
  return (
    <ul className="path-key" aria-label="Key of the picture">
      {keyEntries(dash, hasEcn, widthPx).map(({ sign, text }) => (
        <li key={sign}>
          <Sign sign={sign} />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Counted once a picture, and not again while a control bends the curves beside it. */
function useDash(pictures: Pictures, links: number, placed: PathKeyProps["placed"]): DashWords {
  const read = useMemo(() => {
    let known: { readonly picture: Picture | null; readonly words: DashWords } | null = null;
    return () => {
      const { picture } = pictures.get();
      if (known?.picture === picture) return known.words;
      // One of the run before may have other links.
      const isOurs = picture !== null && picture.links.length === links;
      known = { picture, words: isOurs ? dashWords(placed(picture), picture) : ONE_PACKET };
      return known.words;
    };
  }, [pictures, links, placed]);
  return useSyncExternalStore(pictures.subscribe, read);
}

const SIGNS: Readonly<Record<KeyEntry["sign"], string>> = {
  dash: "M3.5,1h3v8h-3z",
  ce: "M5,0L10,5L5,10L0,5Z",
  ack: "M5,3.2a1.8,1.8 0 1 0 0.01,0Z",
  ece: "M5,1.5L8.5,5L5,8.5L1.5,5Z",
};

function Sign({ sign }: Pick<KeyEntry, "sign">) {
  return (
    <svg className={`path-glyph path-glyph-${sign}`} width="10" height="10" aria-hidden="true">
      <path d={SIGNS[sign]} />
    </svg>
  );
}
