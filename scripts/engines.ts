/**
 * Finds the browsers and JavaScript engines that the tests use. On Debian and its derivatives it can install
 * Chromium.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export interface Engine {
  readonly name: string;
  /**
   * Returns the path of the program; null if it is not installed. Throws if an environment variable names a path that does not
   * exist.
   */
  find(): string | null;
}

/** True if a missing engine is a failure. */
export const allAreNeeded = process.env.SAWTOOTH_ENGINES === "all";

/** Finds Chromium or a browser based on it. CHROMIUM_PATH takes precedence. */
const findChromium = finder("CHROMIUM_PATH", {
  names: [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
  ],
  macApps: [
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  windowsPrograms: [
    "Google\\Chrome\\Application\\chrome.exe",
    "Chromium\\Application\\chrome.exe",
    "Microsoft\\Edge\\Application\\msedge.exe",
  ],
});

/** Finds Firefox. FIREFOX_PATH takes precedence. */
export const findFirefox = finder("FIREFOX_PATH", {
  names: ["firefox", "firefox-esr"],
  macApps: ["Firefox.app/Contents/MacOS/firefox"],
  windowsPrograms: ["Mozilla Firefox\\firefox.exe"],
});

/**
 * Finds the driver of WebKitGTK, which has the same engine as Safari. WEBKIT_DRIVER_PATH takes precedence. The driver needs a
 * display, such as xvfb.
 */
export const findWebKitDriver = finder("WEBKIT_DRIVER_PATH", { names: ["WebKitWebDriver"] });
export const findXvfb = finder("XVFB_RUN_PATH", { names: ["xvfb-run"] });
/** Finds the browser that comes with the WebKit driver. */
export const findMiniBrowser = finder("MINIBROWSER_PATH", {
  names: ["MiniBrowser"],
  paths: ["lib", "lib64", "libexec"].flatMap((lib) =>
    ["", "x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
      ["6.0", "4.1", "4.0"].map((version) =>
        join("/usr", lib, machine, `webkit2gtk-${version}`, "MiniBrowser"),
      ),
    ),
  ),
});

export const engines: readonly Engine[] = [
  { name: "Chromium", find: findChromium },
  { name: "Firefox", find: findFirefox },
  {
    // The shell of JavaScriptCore, from WebKitGTK's packages or macOS.
    name: "jsc",
    find: finder("JSC_PATH", {
      names: ["jsc"],
      paths: ["/System/Library/Frameworks/JavaScriptCore.framework/Versions/Current/Helpers/jsc"],
    }),
  },
];

interface Places {
  readonly names: readonly string[];
  readonly macApps?: readonly string[];
  readonly windowsPrograms?: readonly string[];
  readonly paths?: readonly string[];
}

/**
 * Returns a function that looks for a program: at the path in the environment variable, otherwise in the usual places of the
 * system and on the PATH.
 */
function finder(variable: string, places: Places): () => string | null {
  return () => {
    const given = process.env[variable];
    if (!given) return placesHere(places).find(isProgram) ?? null;
    if (!isProgram(given)) throw new Error(`${variable} is ${given}, and there is no program.`);
    return given;
  };
}

function placesHere({ names, macApps = [], windowsPrograms = [], paths = [] }: Places): string[] {
  const { PROGRAMFILES, LOCALAPPDATA } = process.env;
  const apart: Partial<
    Record<NodeJS.Platform, readonly [folders: readonly string[], programs: readonly string[]]>
  > = {
    darwin: [["/Applications", join(homedir(), "Applications")], macApps],
    win32: [
      [PROGRAMFILES, process.env["PROGRAMFILES(X86)"], LOCALAPPDATA].flatMap((folder) => folder || []),
      windowsPrograms,
    ],
  };
  const [folders, programs] = apart[process.platform] ?? [[], []];
  return [
    ...folders.flatMap((folder) => programs.map((program) => join(folder, program))),
    ...onPath(names),
    ...paths,
  ];
}

/** Returns the possible paths of programs with these names; those of the first name come first. */
function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of Chromium. If it is missing and the user is root on Debian, installs it; otherwise throws an error with
 * instructions.
 */
export function ensureChromium(): string {
  const found = findChromium() ?? (canInstall() ? installChromium() : null);
  if (found !== null) return found;
  throw new Error(
    "No Chromium was found for the browser tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH to its program.",
  );
}

/**
 * Returns arguments that turn off first-run pages and background services. For root they also turn off the sandbox, which
 * Chromium does not support for root.
 */
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

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && onPath(["apt-get"]).some(isProgram);
}

/**
 * Installs Chromium and checks that it starts. On Ubuntu it may not start: the package only refers to a snap, which cannot run in
 * a container.
 */
function installChromium(): string | null {
  console.log("No Chromium found; installing Debian's.");
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"], options);
  const found = findChromium();
  return found !== null && spawnSync(found, ["--version"]).status === 0 ? found : null;
}
