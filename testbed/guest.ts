/** Boots User-mode Linux as a guest of this machine. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { resolve } from "node:path";

/** Error with a sentence for the user. */
export class Mistake extends Error {}

/** Time limit after which a guest that hangs is ended (ms). No run takes that long. */
export const LIMIT_MS = 30 * 60_000;

export interface Boot {
  readonly kernel: "6.1" | "7.3";
  /** The folder in which linux/build.sh has built. */
  readonly dir: string;
  /** The guest's first process: a file in linux/. */
  readonly init: string;
  /** Folder of this run, made by `folderOf`. */
  readonly folder: string;
  /** Environment of the first process. */
  readonly words: Readonly<Record<string, string>>;
}

/** Returns the path of a program that a step of docs/testbed.md has built. */
export function built(path: string, how: string): string {
  if (existsSync(path)) return path;
  throw new Mistake(`${path} is not there: ${how} makes it`);
}

export function runFolder(dir: string, name: string): string {
  return resolve(dir, "runs", name.replaceAll(/[^\w.-]+/g, "_"));
}

/** Makes an empty folder for a run. It stays for inspection. */
export function folderOf(dir: string, name: string): string {
  const folder = runFolder(dir, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs the guest until it powers itself off. What it writes on its console is in the folder. */
export function boot({ kernel, dir, init, folder, words }: Boot): void {
  const program = built(resolve(dir, `build-${kernel}`, "linux"), `testbed/linux/build.sh ${kernel} ${dir}`);
  const first = resolve(import.meta.dirname, "linux", init);
  for (const path of [folder, first]) {
    if (/\s/.test(path)) throw new Mistake(`${path}: a space in the path does not reach the kernel`);
  }
  const screen = openSync(resolve(folder, "console"), "w");
  const options = [
    "mem=768M",
    // The guest's clock stops while it computes, and jumps while it waits.
    "time-travel=inf-cpu",
    "root=/dev/root",
    "rootfstype=hostfs",
    "rootflags=/",
    "rw",
    `init=${first}`,
    "con=null",
    "con0=null,fd:1",
    "quiet",
    "random.trust_cpu=on",
    `uml_dir=${folder}`,
    "umid=guest",
    `RUN=${folder}`,
    `HERE=${dir}`,
    ...Object.entries(words).map(([name, text]) => `${name}=${text}`),
  ];
  // The guest's memory is a file in TMPDIR, because a container's /dev/shm is small and forbids execution.
  const { error } = spawnSync(program, options, {
    stdio: ["ignore", screen, screen],
    env: { ...process.env, TMPDIR: folder },
    timeout: LIMIT_MS,
  });
  if (error !== undefined) throw new Mistake(`${folder}: the guest did not get to its end: ${error.message}`);
}
