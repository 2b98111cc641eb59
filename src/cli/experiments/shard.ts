/** A part of the runs: run k (from 0) belongs to shard (k mod n) + 1 of n. */
import type { Job } from "../../experiments/experiment.ts";
import { UsageError } from "../command.ts";

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

export const WHOLE: Shard = { index: 1, of: 1 };

export const MOST_SHARDS = 10_000;

export function parseShard(text: string): Shard {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text.trim());
  const [index, of] = [Number(match?.[1]), Number(match?.[2])];
  if (match !== null && of >= 1 && of <= MOST_SHARDS && index >= 1 && index <= of) return { index, of };
  throw new UsageError(
    `--shard must be I/N with I from 1 to N and N at most ${MOST_SHARDS}, like 3/16; got ${text}`,
  );
}

export function shardText({ index, of }: Shard): string {
  return `${index}/${of}`;
}

export function shardOf(jobs: readonly Job[], { index, of }: Shard): Job[] {
  return jobs.filter((_, k) => (k % of) + 1 === index);
}
