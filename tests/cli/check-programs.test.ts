/**
 * A class of fifty hands in programs. In a terminal and on the page, each line has its result, and the tables are
 * equal.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { scenarioToUrl } from "../../src/engine/index.ts";
import { tableHead, tableRow } from "../../src/teaching/check/check-table.ts";
import { remarksOf, resultOf } from "../../src/teaching/check/grading.ts";
import { writeTask } from "../../src/teaching/task/task.ts";
import { ClassEditor } from "../../src/ui/features/tasks/teacher/class-editor.ts";
import type { WorkerPool } from "../../src/ui/shared/runs/run-batch.ts";
import { startNodeWorker } from "../../src/workers/node-worker.ts";
import { Pool } from "../../src/workers/pool.ts";
import { MANY, triesAll } from "../effort.ts";
import { ready } from "../engine/custom/custom-runs.ts";
import { madePrograms, programList, programTask } from "../teaching/made-programs.ts";
import { madeDevice, madeTab } from "../ui/core/made-device.ts";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

/** Time limit that is longer than both checks take on a busy machine. Programs without limits would never end. */
const MOST_MS = 400_000;

madeDevice();
beforeAll(ready);

/** Returns a pool like that of the page, with threads of Node. */
function nodePool(): WorkerPool {
  const pool = new Pool({ start: startNodeWorker, size: 2 });
  return {
    size: 2,
    async run({ scenario, limit }, want, signal) {
      const key = scenarioToUrl(scenario);
      const { outcomes } = await pool.run([{ key, scenario, limit }], want, {}, signal);
      return outcomes.get(key) ?? null;
    },
  };
}

test.runIf(triesAll)(
  "the page and the terminal grade fifty programs equally, with a result and a remark for each",
  { ...MANY, timeout: MOST_MS },
  async () => {
    const task = programTask();
    const made = madePrograms(task);
    expect(made).toHaveLength(50);
    const list = programList(made);
    const [taskFile, listFile, table] = ["task.md", "hand-ins.csv", "checked.csv"].map((name) =>
      join(scratchFolder(), name),
    );
    writeFileSync(taskFile, writeTask(task));
    writeFileSync(listFile, list);
    const { status, out } = await sim("check", listFile, "--task", taskFile, "--json", "-o", table);
    expect(status).toBe(1);
    const { handIns } = JSON.parse(out);

    const editor = new ClassEditor(madeTab(), nodePool());
    editor.checkAgainst(writeTask(task));
    editor.writeHandIns(list);
    editor.check();
    await expect.poll(() => editor.runs.store.get().status, { timeout: MOST_MS }).toBe("done");
    const entries = editor.store.get().checked?.entries ?? [];
    expect(entries).toHaveLength(50);

    for (const [i, { what, result, remark, flags = [] }] of made.entries()) {
      const said = { what, result: resultOf(entries[i]), flags: entries[i].flags };
      expect(said).toEqual({ what, result, flags });
      if (remark !== undefined) expect(remarksOf(entries[i]).join(" "), what).toMatch(remark);
      const inTerminal = handIns[i];
      expect({ what, result: inTerminal.result, score: inTerminal.score, flags: inTerminal.flags }).toEqual({
        ...said,
        score: entries[i].score ?? 0,
      });
      expect([...inTerminal.problems, ...inTerminal.remarks], what).toEqual(remarksOf(entries[i]));
      // No cell of the table contains a program's text.
      expect(tableRow(task, entries[i]).join(" "), what).not.toContain("tcp.acked / tcp.cwnd");
    }
    expect(tableHead(task)).toContain("answer");
  },
);
