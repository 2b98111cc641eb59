/** The path as a living picture: a dumbbell whose values are dragged in it, or any other path with all of its links. */
import "./path.css";
import { Suspense } from "react";
import { Graph } from "../../app/parts.ts";
import { hasSeveralLinks } from "../../state/watched-link.ts";
import type { PathStripProps } from "../plots/chart-props.ts";
import { DumbbellStrip } from "./DumbbellStrip.tsx";

export function PathStrip(props: PathStripProps) {
  const { run, rtt, capacity } = props;
  if (hasSeveralLinks(run)) {
    return (
      <Suspense fallback={<figure className="path-strip" />}>
        <Graph {...props} />
      </Suspense>
    );
  }
  return rtt && capacity && <DumbbellStrip {...props} rtt={rtt} capacity={capacity} />;
}
