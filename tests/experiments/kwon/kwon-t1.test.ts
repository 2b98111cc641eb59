import { expect, test } from "vitest";
import type { Job } from "../../../src/experiments/experiment.ts";
import { kwonT1, TABLE_I } from "../../../src/experiments/kwon/kwon-t1.ts";
import type { KwonSender } from "../../../src/experiments/kwon/paper.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs fill both tables; at 10 Mbps ECN leaves few drops", () => {
  expect(kwonT1.jobs("full")).toHaveLength(105);
  const { figures, tables, claims } = quickOutcome(kwonT1);
  // The paper's whole table is shown beside the results.
  const paper = figures.map(({ series }) =>
    series.filter(({ source }) => source === "paper").map(({ y }) => y),
  );
  const rows = Object.values(TABLE_I);
  expect(paper).toEqual([rows.map(({ drops }) => drops), rows.map(({ goodput }) => goodput)]);
  expect(tables.map(({ rows }) => rows.length)).toEqual([9, 15]);
  expect(claims).toHaveLength(8);
  const drops = tables[0].rows.filter(([, rate]) => rate === "10 Mbps").map((row) => Number(row[4]));
  expect(drops[0]).toBeGreaterThan(1.5 * Math.max(drops[1], drops[2]));
});

test("marks up to th_max at 42 KB of 168, drops above; Reno of its time", () => {
  const [{ scenario }] = kwonT1.jobs("full");
  expect(scenario.queue).toMatchObject({
    aqm: "red",
    params: { limit: "168000B", "red-min": "14000B", "red-max": "42000B", "red-above-max": "drop" },
  });
  expect(scenario.tcp).toMatchObject({ sack: false, "fast-recovery": "reno", "timer-tick": 100 });
  expect(scenario.flows[0].params.rtt).toBe(110);
  expect(scenario.flows).toMatchObject([{ cc: "newreno", count: 20 }]);
});

/** Returns the paper's own numbers, with the drops of one sender multiplied by a factor. */
function madeUp(sender: KwonSender, factor: number) {
  return ({ key }: Job) => {
    const [of, capacity] = ["sender", "capacity"].map((name) =>
      key.split(" ").find((part) => part.startsWith(`${name}=`)),
    );
    const id = (of ?? "").replace("sender=", "") as KwonSender;
    const i = Math.max(0, ["1Mbps", "5Mbps", "10Mbps"].indexOf((capacity ?? "").replace("capacity=", "")));
    const dropPercent = TABLE_I[id].drops[i] * (id === sender ? factor : 1);
    return { goodputMbps: TABLE_I[id].goodput[i], dropPercent, ecnSharePercent: null, queueMeanPackets: 1 };
  };
}

test("the paper's own numbers meet all claims", () => {
  const claims = claimsOf(kwonT1, madeUp("reno", 1));
  expect(held(claims)).toEqual(Object.keys(claims));
});

test("other numbers break the claims that they concern", () => {
  const broken = (sender: KwonSender, factor: number) => {
    const claims = claimsOf(kwonT1, madeUp(sender, factor));
    return Object.keys(claims).filter((id) => !claims[id].holds);
  };
  expect(broken("reno", 1.5)).toEqual(["drops-reno"]);
  expect(broken("reno-ecn", 6)).toEqual(["drops-reno-ecn", "drops-5mbps", "drops-10mbps", "drops-1mbps"]);
  expect(broken("ecn-ab", 0.6)).toEqual(["drops-ecn-ab", "drops-5mbps", "drops-10mbps"]);
});
