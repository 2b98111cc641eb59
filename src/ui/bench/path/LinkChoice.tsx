/** Which link is watched, chosen in the picture itself: by pointer, or by the arrow keys of a group of radio buttons. */
import { useId } from "react";
import { resolvePath } from "../../../engine/index.ts";
import type { PathStripProps } from "../plots/chart-props.ts";
import type { GraphLayout } from "./graph-layout.ts";
import { spokenLink } from "./graph-words.ts";

interface LinkChoiceProps {
  readonly layout: GraphLayout;
  readonly strip: PathStripProps;
}

/** Above and below the middle of a link. */
const REACH_UP_PX = 32;
const REACH_DOWN_PX = 16;
/** Beside it. */
const AIR_PX = 4;

export function LinkChoice({ layout, strip }: LinkChoiceProps) {
  const { run, onWatch } = strip;
  const name = useId();
  const topology = resolvePath(run.scenario.path);
  const nodeLabel = (id: string) => topology.nodes.find((node) => node.id === id)?.label ?? id;
  return (
    <div role="radiogroup" aria-label="Watched link">
      {topology.links.map((link, index) => {
        const { left, right, middleY } = layout.links[index];
        const top = middleY - REACH_UP_PX;
        return (
          <label
            key={link.id}
            className="path-choice"
            style={{
              left: left - AIR_PX,
              top,
              width: right - left + 2 * AIR_PX,
              height: REACH_UP_PX + REACH_DOWN_PX,
            }}
          >
            <input
              type="radio"
              name={name}
              value={link.id}
              checked={index === run.link}
              onChange={() => onWatch(link.id)}
            />
            <span className="path-spoken">{spokenLink(run.scenario, link, nodeLabel)}</span>
          </label>
        );
      })}
    </div>
  );
}
