/**
 * `tsx scripts/keep-releases.ts DIST FOLDER`: adds every release to the site of the newest page, under `v/<version>/`, and lists
 * them in `v/releases.json`. If the results of a run in a URL have changed, the page can then offer the release that made the
 * URL. FOLDER has the archives of the releases, such as "sawtooth-v1.2.3.tar.gz".
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ARCHIVE = /^sawtooth-v(\d+\.\d+\.\d+)\.tar\.gz$/;

/** Adds the releases to the site and returns their versions, newest first. */
export function keepReleases(dist: string, archives: string): string[] {
  const versions = readdirSync(archives)
    .flatMap((name) => ARCHIVE.exec(name)?.[1] ?? [])
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  for (const version of versions) {
    const folder = join(dist, "v", version);
    mkdirSync(folder, { recursive: true });
    const archive = join(archives, `sawtooth-v${version}.tar.gz`);
    const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr.trim()}`);
  }
  mkdirSync(join(dist, "v"), { recursive: true });
  writeFileSync(join(dist, "v", "releases.json"), `${JSON.stringify(versions)}\n`);
  return versions;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dist, archives] = process.argv.slice(2);
  if (dist === undefined || archives === undefined) {
    console.error("Which folders? keep-releases.ts DIST FOLDER-OF-ARCHIVES");
    process.exitCode = 2;
  } else console.log(`Kept: ${keepReleases(dist, archives).join(", ") || "no release"}`);
}
