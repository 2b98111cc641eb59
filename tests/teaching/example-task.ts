/** The task of docs/tasks.md, and parts of it. */
import type { KeptResults } from "../../src/teaching/check/check.ts";
import { readTask, type Task } from "../../src/teaching/task/task.ts";

export const EXAMPLE = `---
kind: task
id: choose-beta
lang: en
title: Choose β_ecn
scenario: #v=2&duration=20s
vary: rtt 40ms..80ms step 20ms
change: beta-ecn 0.5..0.95
change: aqm codel, pie
count: utilisation >= 95 %
count: delay-p99 <= 30 ms
seeds: 2
also: #capacity=20Mbps
tries: 3
hint: Look at **cwnd** after each mark.
hint: What is the BDP?
---

Find a β_ecn that keeps the link busy.

- The queue must stay short.
`;

/** Returns the example with some lines replaced. */
export function example(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the example has no "${from}"`);
    return text.replace(from, to);
  }, EXAMPLE);
}

export function taskOf(...changes: readonly (readonly [string, string])[]): Task {
  const { task, problems } = readTask(example(...changes));
  if (task === null) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  return task;
}

/** Returns the results of a run whose program did not end early. */
export function measured(...values: readonly (number | null)[]): KeptResults {
  return { values, ended: null };
}
