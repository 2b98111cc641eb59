import { expect, it } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { settingsList } from "../../../../src/ui/features/notebook/ReportSettings.tsx";

const of = (link: string): Scenario => scenarioFromUrl(link).scenario;

const group = (link: string, title: string) => {
  const items = settingsList(of(link)).find((one) => one.title === title)?.items ?? [];
  return Object.fromEntries(items.map(({ name, value }) => [name, value]));
};

it("lists what the controls show, and changed details and TCP settings", () => {
  const plain = "v=2&beta-ecn=0.8&rtt=50ms";
  expect(group(plain, "Sender")).toMatchObject({ "Congestion control": "NewReno", β_ecn: "0.80", ECN: "on" });
  expect(group(plain, "Path")).toMatchObject({ Path: "Dumbbell", Capacity: "10 Mbps", RTT: "50 ms" });
  expect(group(plain, "Queue")).toMatchObject({ "Queue discipline": "CoDel", Target: "5 ms" });
  expect(group(plain, "Run")).toMatchObject({ Duration: "100 s", Seed: "1" });
  expect(settingsList(of(plain)).map(({ title }) => title)).toEqual([
    "Sender",
    "Path",
    "Queue",
    "Flows",
    "Run",
  ]);
  expect(Object.keys(group("v=2&initial-window=4", "TCP"))).toHaveLength(1);
});

it("states for each flow the settings that differ, and the times of changes", () => {
  const two = "v=2&flow=cc=newreno,rtt=40ms&flow=cc=cubic,rtt=80ms&set=20s:capacity=5Mbps";
  expect(group(two, "Path").RTT).toBeUndefined();
  expect(group(two, "Sender")["Congestion control"]).toBeUndefined();
  const flows = Object.values(group(two, "Flows"));
  expect(flows[0]).toMatch(/^NewReno, ECN.*RTT 40 ms/);
  expect(flows[1]).toMatch(/^CUBIC, ECN.*RTT 80 ms/);
  expect(group(two, "Changes during the run")).toEqual({ "at 20 s": expect.stringMatching(/10 → 5 Mbps/) });
});

it("lists the links of a path that has several", () => {
  expect(group("v=2&path=parking-lot", "Path")).toMatchObject({ "Hop 2": expect.stringMatching(/10 Mbps/) });
});

it("states the default beside a changed value", () => {
  const items = settingsList(of("v=2&beta-ecn=0.8&aqm=pie")).flatMap((one) => one.items);
  const usual = (name: string) => items.find((item) => item.name === name)?.usual;
  expect(usual("β_ecn")).toBe("0.50");
  expect(usual("Queue discipline")).toBe("CoDel");
  expect(usual("Congestion control")).toBeUndefined();
  expect(usual("RTT")).toBeUndefined();
});
