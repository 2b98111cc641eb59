/** The engines of JavaScript beside Node's that the tests try where they are installed. */
import { homedir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";
import { givenProgram, isProgram, onPath } from "./programs-here.ts";

export interface Engine {
  readonly name: string;
  /** The program's path, or null when there is none. */
  find(): string | null;
}

/** Firefox, or FIREFOX_PATH. */
export function findFirefox(): string | null {
  const program = "Firefox.app/Contents/MacOS/firefox";
  const apart: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ["/Applications", join(homedir(), "Applications")].map((folder) => join(folder, program)),
    win32: [join(String(process.env.PROGRAMFILES), "Mozilla Firefox", "firefox.exe")],
  };
  const places = apart[process.platform] ?? onPath(["firefox", "firefox-esr"]);
  return givenProgram("FIREFOX_PATH") ?? places.find(isProgram) ?? null;
}

/** JavaScriptCore's shell, of WebKitGTK's packages or of macOS, or JSC_PATH. */
export function findJsc(): string | null {
  const ofMac = "/System/Library/Frameworks/JavaScriptCore.framework/Versions/Current/Helpers/jsc";
  return givenProgram("JSC_PATH") ?? [...onPath(["jsc"]), ofMac].find(isProgram) ?? null;
}

export const engines: readonly Engine[] = [
  { name: "Chromium", find: findChromium },
  { name: "Firefox", find: findFirefox },
  { name: "jsc", find: findJsc },
];

/** Whether an engine that is not installed is a failure. */
export const allAreNeeded = process.env.SAWTOOTH_ENGINES === "all";
