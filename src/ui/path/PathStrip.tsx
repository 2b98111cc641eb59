/** The path as a living picture: a dumbbell whose values are dragged in it, or any other path with all of its links. */
import "./path.css";
import type { PathStripProps } from "../charts/chart-props.ts";
import { hasSeveralLinks } from "../charts/watched-link.ts";
import { DumbbellStrip } from "./DumbbellStrip.tsx";
import { GraphStrip } from "./GraphStrip.tsx";

export function PathStrip(props: PathStripProps) {
  const { run, rtt, capacity } = props;
  // A picture knows no link by name: one of the run before, with more or fewer of them, must not be drawn here.
  const isOfRun = props.picture?.links.length === run.snapshot.links.length;
  const picture = isOfRun ? props.picture : null;
  if (hasSeveralLinks(run)) return <GraphStrip {...props} picture={picture} />;
  return rtt && capacity && <DumbbellStrip {...props} picture={picture} rtt={rtt} capacity={capacity} />;
}
