/** Fetches what has not been needed yet while the page has nothing else to do, so that it is there when the network goes. */

/** A page that is busy all the time gets a fetch in between after so long. */
const LONGEST_WAIT_MS = 2000;

/** One after the other. What fails holds up no other and is tried again when `network` says that it is back. */
export async function fetchInIdleTime(
  fetches: readonly (() => Promise<unknown>)[],
  network: () => Promise<unknown> = online,
): Promise<void> {
  let left = fetches;
  while (left.length > 0) {
    const failed: (() => Promise<unknown>)[] = [];
    for (const fetch of left) {
      await idle();
      await fetch().catch(() => failed.push(fetch));
    }
    left = failed;
    if (left.length > 0) await network();
  }
}

function online(): Promise<unknown> {
  return new Promise((resolve) => addEventListener("online", resolve, { once: true }));
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
