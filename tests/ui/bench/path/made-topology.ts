/** Paths written as pairs of nodes: "ab bc" are the links ab from a to b and bc from b to c. */
import type { Topology } from "../../../../src/engine/index.ts";

export function madeTopology(links: string, ...routes: string[][]): Topology {
  const pairs = links.split(" ");
  const nodes = [...new Set(pairs.flatMap((pair) => [...pair]))];
  return {
    nodes: nodes.map((id) => ({ id, label: id })),
    links: pairs.map((id) => ({ id, label: id, from: id[0], to: id[1], params: {}, queue: null })),
    routes: routes.map((forward, index) => ({ id: `r${index}`, label: `r${index}`, forward, back: [] })),
  };
}
