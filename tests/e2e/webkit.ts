/**
 * Tests with WebKitGTK, Safari's engine, through WebDriver on a virtual display: Debian's packages webkit2gtk-driver and xvfb.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { findMiniBrowser, findWebKitDriver, findXvfb } from "../../scripts/engines.ts";
import type { Looks, Point, Tab } from "./any-engine.ts";

/** Interval and number of checks while the driver starts. */
const LOOK_MS = 250;
const LOOKS = 80;

const KEYS: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  PageDown: "\uE00F",
  ArrowRight: "\uE014",
};

const wait = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** Returns the names of missing programs. */
export function missingOfWebKit(): string[] {
  const needed = { WebKitWebDriver: findWebKitDriver, MiniBrowser: findMiniBrowser, "xvfb-run": findXvfb };
  return Object.entries(needed).flatMap(([name, find]) => (find() === null ? [name] : []));
}

/**
 * Opens a new browser, which is closed when the test ends. Colours and motion are those of the desktop, which does not exist
 * here.
 */
export async function openWebKit({ dark, reducedMotion }: Looks): Promise<Tab> {
  const settings = mkdtempSync(join(tmpdir(), "sawtooth-webkit-"));
  mkdirSync(join(settings, "gtk-3.0"));
  writeFileSync(
    join(settings, "gtk-3.0/settings.ini"),
    `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`,
  );
  const port = await freePort();
  const screen = ["-a", "-s", "-screen 0 1600x1000x24"];
  const driver = spawn(findXvfb() ?? "", [...screen, findWebKitDriver() ?? "", `--port=${port}`], {
    // The driver runs in its own process group, so that the display and the browser end with it.
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      XDG_CONFIG_HOME: settings,
      GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
  });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit, ${path}: ${value.message || value.error}`);
    return value;
  };
  let at = "";
  onTestFinished(async () => {
    if (at !== "") await ask("DELETE", at).catch(() => undefined);
    if (driver.pid !== undefined) process.kill(-driver.pid);
    rmSync(settings, { recursive: true, force: true });
  });
  const options = { binary: findMiniBrowser(), args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  for (let look = 1; at === ""; look++) {
    await wait(LOOK_MS);
    try {
      at = `/session/${(await ask("POST", "/session", { capabilities })).sessionId}`;
    } catch (error) {
      if (look === LOOKS) throw error;
    }
  }
  await ask("POST", `${at}/window/rect`, { width: 1440, height: 940 });
  const post = (command: string, body: object = {}) => ask("POST", `${at}/${command}`, body);
  const act = (type: "key" | "pointer", actions: readonly object[]) =>
    post("actions", { actions: [{ type, id: type, actions }] });
  const move = ({ x, y }: Point) => ({
    type: "pointerMove",
    duration: 50,
    x: Math.round(x),
    y: Math.round(y),
  });
  return {
    goTo: (url) => post("url", { url }),
    run: async (inPage, given) =>
      post("execute/sync", { script: `return (${inPage})(...arguments)`, args: [given] }),
    press: (key) =>
      act(
        "key",
        ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key })),
      ),
    drag: (from, to) =>
      act("pointer", [
        move(from),
        { type: "pointerDown", button: 0 },
        move(to),
        move(to),
        { type: "pointerUp", button: 0 },
      ]),
    reload: () => post("refresh"),
    back: () => post("back"),
    screenshot: async () => Buffer.from(await ask("GET", `${at}/screenshot`), "base64"),
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((found) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" ? (address?.port ?? 0) : 0));
    }),
  );
}
