/** The flags of commands that compute many runs. */
import { mkdirSync } from "node:fs";
import { nodeWorkerCount } from "../../workers/node-worker.ts";
import type { Arguments, Option } from "../command.ts";
import { systemErrorText, UsageError } from "../command.ts";
import { parseShard, type Shard, WHOLE } from "./shard.ts";

const MOST_WORKERS = 1024;

export const WORKERS: Option = {
  name: "workers",
  value: "NUMBER",
  help: "Runs computed at the same time; default: as many as there are processors.",
};

export const SHARD: Option = {
  name: "shard",
  value: "I/N",
  help: "Computes part I of N only and writes its runs; merge joins the parts to the same bytes as one machine writes.",
};

export function outputOption(value: string, help: string): Option {
  return { name: "output", short: "o", value, help };
}

export function readWorkers(args: Arguments): number {
  const text = args.text(WORKERS.name);
  if (text === null) return nodeWorkerCount;
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new UsageError(`--workers must be a whole number from 1 to ${MOST_WORKERS}, got ${text}`);
}

export function readShard(args: Arguments): Shard {
  const text = args.text(SHARD.name);
  return text === null ? WHOLE : parseShard(text);
}

/** The folder that -o names, made where it is not there. */
export function outputFolder(args: Arguments): string {
  const folder = args.text("output");
  if (folder === null) throw new UsageError("-o DIR is missing: the folder that the results are written to.");
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(
      `-o ${folder}: ${systemErrorText(error) ?? (error instanceof Error ? error.message : String(error))}`,
    );
  }
  return folder;
}
