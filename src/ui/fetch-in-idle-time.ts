/** Fetches what has not been needed yet while the page has nothing else to do, so that it is there when the network goes. */

/** A page that is busy all the time gets a fetch in between after so long. */
const LONGEST_WAIT_MS = 2000;

/** One after the other. What fails is left: it is fetched anew when it is needed. */
export async function fetchInIdleTime(fetches: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const fetch of fetches) {
    await idle();
    await fetch().catch(() => undefined);
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) {
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    } else {
      // Safari has none.
      setTimeout(resolve, 200);
    }
  });
}
