/** Measures what is transferred before the first plots are on the screen, worker included. */
import type { Browser } from "playwright-core";
import { serveFolder } from "./static-server.ts";

export interface FirstLoad {
  /** Size of all bodies, compressed as by a server. */
  readonly gzipBytes: number;
  readonly files: readonly { readonly path: string; readonly gzipBytes: number }[];
}

/** A path that the page requests at its first paint. All requests that the server received before it count. */
const PAINTED = "first-plots-painted";

/**
 * Time by which each frame is delayed (ms). Code that does not wait for the first plots is requested in this time, and counts on a
 * fast machine too.
 */
const FRAME_DELAY_MS = 500;

/** Opens the built page of a folder as a new visitor. `fragment`: the part of the URL after "#". */
export async function measureFirstLoad(browser: Browser, folder: string, fragment = ""): Promise<FirstLoad> {
  const files: { path: string; gzipBytes: number }[] = [];
  let painted = false;
  const server = await serveFolder(folder, {
    watcher: (path, bytes) => {
      if (path === PAINTED) painted = true;
      else if (!painted && bytes !== null) files.push({ path: path || "index.html", gzipBytes: bytes });
    },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(holdFrames, FRAME_DELAY_MS);
    await page.addInitScript(tellOfPaint, PAINTED);
    const told = page.waitForResponse((response) => response.url().endsWith(PAINTED));
    await page.goto(fragment === "" ? server.url : `${server.url}#${fragment}`);
    await told;
  } finally {
    await context.close();
    await server.close();
  }
  files.sort((a, b) => b.gzipBytes - a.gzipBytes);
  return { gzipBytes: files.reduce((sum, file) => sum + file.gzipBytes, 0), files };
}

function holdFrames(delayMs: number): void {
  const inNextFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => inNextFrame(() => setTimeout(inNextFrame, delayMs, callback));
}

/**
 * The request is synchronous. The page starts nothing else before the server has received it, so no request for later code
 * overtakes it.
 */
function tellOfPaint(path: string): void {
  addEventListener(
    "sawtooth:painted",
    () => {
      const request = new XMLHttpRequest();
      request.open("GET", path, false);
      request.send();
    },
    { once: true },
  );
}
