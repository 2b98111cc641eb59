/** How many connections may be open at once. Whatever a run is asked to begin, so much fits into memory. */

/** A flow that opens more at once than this is refused the next one. */
export const MOST_CONNECTIONS_OF_A_FLOW = 1000;
/** So is one where all flows together have so many, unless it is the flow's first: no flow is shut out by others. */
export const MOST_CONNECTIONS_OF_A_RUN = 20_000;

export function mayConnect(ofFlow: number, ofRun: number): boolean {
  if (ofFlow === 0) return true;
  return ofFlow < MOST_CONNECTIONS_OF_A_FLOW && ofRun < MOST_CONNECTIONS_OF_A_RUN;
}
