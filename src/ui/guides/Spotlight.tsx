/** An outline around what is pointed at, all else dimmed. It takes no clicks: the next act of any kind ends it. */
import "./spotlight.css";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { SymbolText } from "../shared/SymbolText.tsx";
import { useBench } from "../state/use-store.ts";
import { type Box, boxOf, darken, type Spot, spotlight } from "./spotlight.ts";

const spotOf = () => spotlight.get().spot;

export function Spotlight() {
  const spot = useSyncExternalStore(spotlight.subscribe, spotOf, spotOf);
  useEffect(() => darken, []);
  // Over the whole page but the guide itself, whose text is to be read meanwhile.
  return spot && createPortal(<Light spot={spot} />, document.body);
}

/** Of a label over the outline. */
const LABEL_ROOM_PX = 40;

function Light({ spot }: { readonly spot: Spot }) {
  const box = useBox(spot);
  useEndByActs(spot);
  if (box === null) return null;
  const { top, left, width, height } = box;
  const over = top > LABEL_ROOM_PX + 52;
  return (
    <div className="spotlight" style={{ top, left, width, height }} aria-hidden="true">
      <span className={over ? "spotlight__label" : "spotlight__label spotlight__label--under"}>
        <SymbolText text={spot.label} />
      </span>
    </div>
  );
}

/** Follows whatever scrolls or changes its size; nothing runs while it rests. */
function useBox(spot: Spot): Box | null {
  const bench = useBench();
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const follow = () => setBox(boxOf(bench, spot));
    const sized = new ResizeObserver(follow);
    sized.observe(document.documentElement);
    for (const part of document.querySelectorAll(".chart-box, .rail")) sized.observe(part);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      sized.disconnect();
      document.removeEventListener("scroll", follow, { capture: true });
    };
  }, [bench, spot]);
  return box;
}

function useEndByActs(spot: Spot): void {
  useEffect(() => {
    void spot;
    const onKey = (event: KeyboardEvent) => {
      if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
      if (event.key === "Escape") event.stopPropagation();
      darken();
    };
    document.addEventListener("pointerdown", darken, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", darken, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [spot]);
}
