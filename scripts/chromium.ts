/** Finds a Chromium (or a relative of it) on this machine; on Debian and its kin it can install one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { givenProgram, isProgram, onPath } from "./programs-here.ts";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
];

const MAC_APPS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const WINDOWS_PROGRAMS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

export const NO_CHROMIUM =
  "No Chromium was found for the browser tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH to its program.";

/** The program's path, or null when there is none. A CHROMIUM_PATH that leads nowhere is an error, not passed over. */
export function findChromium(): string | null {
  return givenProgram("CHROMIUM_PATH") ?? candidates().find(isProgram) ?? null;
}

/** As `findChromium`; where there is none and this is Debian's root, installs it. Throws with what to do otherwise. */
export function ensureChromium(): string {
  const found = findChromium() ?? (canInstall() ? install() : null);
  if (found === null) throw new Error(NO_CHROMIUM);
  return found;
}

/** No first-run pages, no services in the background; the sandbox needs another user than root. */
export function chromiumArguments(): string[] {
  const quiet = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return process.getuid?.() === 0 ? ["--no-sandbox", ...quiet] : quiet;
}

function candidates(): string[] {
  if (process.platform === "darwin") {
    const folders = ["/Applications", join(homedir(), "Applications")];
    return [...folders.flatMap((folder) => MAC_APPS.map((app) => join(folder, app))), ...onPath(NAMES)];
  }
  if (process.platform === "win32") {
    const { PROGRAMFILES, LOCALAPPDATA } = process.env;
    const folders = [PROGRAMFILES, process.env["PROGRAMFILES(X86)"], LOCALAPPDATA].filter(
      (folder) => !!folder,
    );
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(String(folder), program)));
  }
  return onPath(NAMES);
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && onPath(["apt-get"]).some(isProgram);
}

/** On Ubuntu the package only points to a snap, which cannot run in a container: what was installed has to answer. */
function install(): string | null {
  console.log("No Chromium found; installing Debian's.");
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"], options);
  const found = findChromium();
  return found !== null && spawnSync(found, ["--version"]).status === 0 ? found : null;
}
