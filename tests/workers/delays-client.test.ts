import { afterEach, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { DelaysClient } from "../../src/workers/sim-client.ts";
import { WorkerYard } from "./fake-workers.ts";

const { scenario } = scenarioFromUrl("duration=5s&flow=cc=cubic&flow=cc=newreno");
let yard: WorkerYard;

afterEach(() => yard.close());

test("starts its worker at the first request, and returns the counts", async () => {
  yard = new WorkerYard("working");
  const client = new DelaysClient({ start: yard.start });
  expect(yard.started).toHaveLength(0);
  expect((await client.count(scenario, 0, 5))?.flows).toHaveLength(2);
  client.dispose();
  expect(yard.terminated).toBe(1);
});
