import { describe, expect, it } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import {
  addFlow,
  defaultScenario,
  queueOfLink,
  setTopology,
  setTraffic,
  withProgram,
} from "../../../src/engine/index.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { type Card, inUse, queueCard, using } from "../../../src/ui/parts/algorithm-card.ts";

const card = (fields: Partial<Card>): Card => ({
  registry: "queues",
  id: "red",
  flow: null,
  link: null,
  ...fields,
});

describe("the card of an algorithm", () => {
  it("applies a queue discipline to all links, or to one", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    expect(using(lot, card({})).queue.aqm).toBe("red");
    const one = using(lot, card({ link: "hop2" }));
    expect([one.queue.aqm, queueOfLink(one, "hop2").aqm]).toEqual([lot.queue.aqm, "red"]);
    expect(inUse(one, card({ link: "hop2" }))).toBe("red");
    expect(inUse(defaultScenario(), card({ link: "hop2" }))).toBeNull();
  });

  it("applies a congestion control to all flows, or to one group", () => {
    const two = addFlow(defaultScenario());
    const all = card({ registry: "senders", id: "cubic" });
    expect(using(two, all).flows.map(({ cc }) => cc)).toEqual(["cubic", "cubic"]);
    expect(using(two, { ...all, flow: 1 }).flows.map(({ cc }) => cc)).toEqual(["newreno", "cubic"]);
    expect(inUse(using(two, { ...all, flow: 1 }), all)).toBeNull();
  });

  it("applies traffic and paths", () => {
    expect(
      using(defaultScenario(), card({ registry: "traffic", id: "http", flow: 0 })).flows[0].traffic,
    ).toBe("http");
    expect(using(defaultScenario(), card({ registry: "paths", id: "gfc-2" })).path.topology).toBe("gfc-2");
  });

  it("changes nothing if its entry is in use", () => {
    const web = setTraffic(defaultScenario(), 0, "http");
    expect(using(web, card({ registry: "traffic", id: "http", flow: 0 }))).toBe(web);
    expect(using(web, card({ id: web.queue.aqm }))).toBe(web);
  });
});

describe("the card of a link's queue", () => {
  it("is that of the shared queue, or of the link's own", () => {
    const scenario = defaultScenario();
    expect(queueCard(scenario, "bottleneck")).toEqual(card({ id: scenario.queue.aqm }));
    const lot = setTopology(scenario, "parking-lot");
    const one = using(lot, card({ link: "hop2" }));
    expect(queueCard(one, "hop2")).toEqual(card({ link: "hop2" }));
    expect(queueCard(one, "hop1")?.link).toBeNull();
  });

  it("does not exist for a user-defined queue", () => {
    const custom = TEMPLATES.find(({ kind }) => kind === "queue");
    if (custom === undefined) throw new Error("no template of a queue");
    const program = PROGRAM_READER.read(custom.code);
    const { id } = program;
    const own = withProgram(defaultScenario(), program);
    expect(queueCard({ ...own, queue: { ...own.queue, aqm: id } }, "bottleneck")).toBeNull();
  });
});
