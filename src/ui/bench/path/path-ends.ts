/** Which senders and receivers of a path with one link are drawn, and in which order. */

/** A flow, as far as the drawing asks. */
export interface EndFlow {
  readonly group: number;
  /** Propagation there and back. */
  readonly rttMs: number;
}

export interface PathEnds {
  /** The flows that are drawn, from above: in their order, or the longest way first where ways differ. */
  readonly drawn: readonly number[];
  /** Flows beyond these. */
  readonly more: number;
  /** Per flow. */
  readonly rttMs: readonly number[];
  /** Per flow, its row; that of a flow which is not drawn is the one of an equal flow, or the last row. */
  readonly rowOf: readonly number[];
  /** Whether ways differ in length. */
  readonly isMixed: boolean;
}

/** Senders above each other in the strip's height; with more flows the last row says how many more there are. */
export const MOST_ROWS = 6;

export function pathEnds(flows: readonly EndFlow[]): PathEnds {
  const rttMs = flows.map((flow) => flow.rttMs);
  const chosen = flows.length <= MOST_ROWS ? [...flows.keys()] : chosenFlows(flows);
  const isMixed = new Set(rttMs).size > 1;
  const drawn = isMixed ? [...chosen].sort((a, b) => rttMs[b] - rttMs[a] || a - b) : chosen;
  const more = flows.length - drawn.length;
  const rowOf = flows.map((flow, index) => {
    const own = drawn.indexOf(index);
    if (own >= 0) return own;
    const alike = drawn.findIndex(
      (other) => flows[other].group === flow.group || rttMs[other] === flow.rttMs,
    );
    return alike >= 0 ? alike : drawn.length;
  });
  return { drawn, more, rttMs, rowOf, isMixed };
}

/** The first of each group before further ones. */
function chosenFlows(flows: readonly EndFlow[]): number[] {
  const isFirst = ({ group }: EndFlow, index: number) =>
    flows.findIndex((one) => one.group === group) === index;
  const indices = [...flows.keys()];
  const firsts = indices.filter((index) => isFirst(flows[index], index));
  const others = indices.filter((index) => !isFirst(flows[index], index));
  return [...firsts, ...others].slice(0, MOST_ROWS - 1).sort((a, b) => a - b);
}
