/** A live scenario comes from its worker as a copy. Undo keeps many of them: what two have in common is kept once. */
import type { Scenario } from "../../engine/index.ts";

/** `next` with the parts of `known` wherever they say the same. */
export function withSharedParts(next: Scenario, known: Scenario): Scenario {
  return {
    ...next,
    run: shared(next.run, known.run),
    path: shared(next.path, known.path),
    queue: shared(next.queue, known.queue),
    tcp: shared(next.tcp, known.tcp),
    flows: next.flows.map((flow, i) => shared(flow, known.flows[i])),
    changes: next.changes.map((change, i) => shared(change, known.changes[i])),
  };
}

function shared<T>(part: T, known: T | undefined): T {
  return known !== undefined && JSON.stringify(part) === JSON.stringify(known) ? known : part;
}
