/**
 * The introduction over the plots for a first visitor: what the page is, what to try first, and where to learn more. It appears
 * at the first visit only.
 */

import { useEffect, useState } from "react";
import type { Scenario } from "../../engine/index.ts";
import { resolvePath } from "../../engine/index.ts";
import type { Stored } from "../core/device.ts";
import { mainControl } from "../core/rail.ts";
import { useBench, useBenchState, useSettings } from "../core/use-store.ts";
import { nameOf } from "../parts/words/setting-differences.ts";
import { IconButton } from "../shared/Button.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";

export const FIRST_VISIT: Stored<boolean> = {
  key: "first-visit",
  what: "the first visit",
  none: true,
  read: (text) => text !== "over",
  write: (isFirst) => (isFirst ? "" : "over"),
};

/** The first lesson of the list. `tests/ui/bench/FirstVisit.test.tsx` checks that. */
export const FIRST_LESSON = "bufferbloat";

export function FirstVisit() {
  const { device, page } = useBench();
  const [isFirst, setFirst] = useState(() => device.read(FIRST_VISIT));
  const touched = useBenchState((state) => state.touched);
  const isAlone = useBenchState(
    (state) =>
      state.guide === null &&
      !state.frame.embed &&
      !state.frame.present &&
      page.requests.isEditing?.(state) !== true,
  );
  const isPlain = useSettings(hasOneOfEach);
  const lit = useSettings((settings) => {
    const main = mainControl(settings);
    return main === null ? "a control" : `the highlighted control, ${nameOf(main.param)}`;
  });
  // Nothing on the page moves during a drag, so the introduction is removed only at the next visit.
  useEffect(() => {
    if (touched) device.write(FIRST_VISIT, false);
  }, [device, touched]);
  if (!isFirst || !isAlone || !isPlain) return null;
  return (
    <section className="first-visit" aria-label="First visit">
      <ul>
        <li>
          This is a network in your browser: one sender, one queue, one link. Every packet is simulated.
        </li>
        <li>
          <SymbolText text={`First, drag ${lit} and watch what changes.`} />
        </li>
        <li>
          New to this?{" "}
          <a className="link" href={`#lesson=${FIRST_LESSON}`}>
            Start with lesson 1
          </a>{" "}
          or{" "}
          <a className="link" href="#screen=lessons&labs">
            choose a lab
          </a>
        </li>
      </ul>
      <IconButton
        icon="close"
        className="quiet"
        label="Close the introduction"
        onClick={() => {
          device.write(FIRST_VISIT, false);
          setFirst(false);
        }}
      />
    </section>
  );
}

/** Returns whether the run is what the first line describes: one sender, one link, one receiver. */
function hasOneOfEach({ path, flows }: Scenario): boolean {
  return resolvePath(path).links.length === 1 && flows.length === 1 && flows[0].count === 1;
}
