/** Keyboard access: links to skip the parts between the head and the plots, and one Tab stop for each group of the head. */

import { useEffect } from "react";
import { useBenchState } from "../core/use-store.ts";
import { Button } from "../shared/Button.tsx";
import { rovingTabindex } from "../shared/roving-tabindex.ts";
import { hiddenPieces } from "./page-frame.ts";

/** Targets of the skip links: the first usable element of each part. */
const PLACES = [
  { label: "To the plots", piece: "", first: ".plots [role=slider]" },
  { label: "To the player", piece: "transport", first: ".transport button" },
  { label: "To the controls", piece: "rail", first: ".rail :is(input, select, button)" },
] as const;

/** Only visible elements count, because parts of the page may be hidden. */
function firstInSight(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}

const IN_THE_GUIDE = ".guide__body :is(h2, button, a, input)";

export function KeyboardWays() {
  const frame = useBenchState((state) => state.frame);
  const guide = useBenchState((state) => state.guide);
  const hidden = hiddenPieces({ frame, guide });
  const toGuide = guide === null ? [] : [{ label: `To the ${guide.kind}`, piece: "", first: IN_THE_GUIDE }];
  useEffect(() => {
    const ends = [
      [".head__tools", "button"],
      [".screens", "a"],
    ].flatMap(([group, members]) =>
      [...document.querySelectorAll<HTMLElement>(`.head ${group}`)].map((element) =>
        rovingTabindex(element, members, "row"),
      ),
    );
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <nav className="ways" aria-label="Skip">
      {[...toGuide, ...PLACES.filter(({ piece }) => !hidden.includes(piece))].map(({ label, first }) => (
        <Button key={label} onClick={() => firstInSight(first)?.focus()}>
          {label}
        </Button>
      ))}
    </nav>
  );
}
