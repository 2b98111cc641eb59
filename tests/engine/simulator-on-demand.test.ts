import { expect, test } from "vitest";
import { congestionControls, queueDisciplines, trafficKinds } from "../../src/engine/algorithms.ts";
import { QUEUES_AT_ONCE, QUEUES_ON_DEMAND } from "../../src/engine/aqm/on-demand.ts";
import { CONTROLS_AT_ONCE, CONTROLS_ON_DEMAND } from "../../src/engine/cc/on-demand.ts";
import * as declared from "../../src/engine/declared.ts";
import { defaultScenario } from "../../src/engine/scenario/defaults.ts";
import { TRAFFIC_AT_ONCE, TRAFFIC_ON_DEMAND } from "../../src/engine/traffic/on-demand.ts";

interface Algorithm {
  readonly id: string;
}

const KINDS: readonly {
  readonly kind: string;
  readonly registry: readonly Algorithm[];
  readonly cards: readonly Algorithm[];
  readonly atOnce: readonly Algorithm[];
  readonly onDemand: Readonly<Record<string, () => Promise<Algorithm>>>;
}[] = [
  {
    kind: "queue disciplines",
    registry: queueDisciplines,
    cards: declared.queueDisciplines,
    atOnce: QUEUES_AT_ONCE,
    onDemand: QUEUES_ON_DEMAND,
  },
  {
    kind: "congestion controls",
    registry: congestionControls,
    cards: declared.congestionControls,
    atOnce: CONTROLS_AT_ONCE,
    onDemand: CONTROLS_ON_DEMAND,
  },
  {
    kind: "kinds of traffic",
    registry: trafficKinds,
    cards: declared.trafficKinds,
    atOnce: TRAFFIC_AT_ONCE,
    onDemand: TRAFFIC_ON_DEMAND,
  },
];

test.each(KINDS)("the three lists of $kind name the same", async ({ registry, cards, atOnce, onDemand }) => {
  const fetched = await Promise.all(
    Object.entries(onDemand).map(async ([id, load]) => [id, (await load()).id]),
  );
  for (const [id, own] of fetched) expect(own).toBe(id);
  const ids = registry.map(({ id }) => id).sort();
  expect(cards.map(({ id }) => id).sort()).toEqual(ids);
  expect([...atOnce.map(({ id }) => id), ...Object.keys(onDemand)].sort()).toEqual(ids);
});

test("the default scenario needs no further code", () => {
  const { queue, flows } = defaultScenario();
  expect(QUEUES_AT_ONCE.map(({ id }) => id)).toContain(queue.aqm);
  for (const { cc, traffic } of flows) {
    expect(CONTROLS_AT_ONCE.map(({ id }) => id)).toContain(cc);
    expect(TRAFFIC_AT_ONCE.map(({ id }) => id)).toContain(traffic);
  }
});
