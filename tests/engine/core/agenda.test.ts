import { expect, test } from "vitest";
import { Agenda } from "../../../src/engine/core/agenda.ts";

test("entries run in order of time, and entries of the same time in order of insertion", () => {
  const agenda = new Agenda();
  const ran: string[] = [];
  agenda.add(20, () => ran.push("c"));
  agenda.add(10, () => ran.push("a"));
  agenda.add(20, () => ran.push("d"));
  agenda.add(10, () => ran.push("b"));
  while (agenda.nextNs !== Number.POSITIVE_INFINITY) agenda.runNext();
  expect(ran).toEqual(["a", "b", "c", "d"]);
});

test("entries of the same time run by rank, lower ranks first, in whichever order they were added", () => {
  const agenda = new Agenda();
  const ran: string[] = [];
  agenda.add(10, () => ran.push("c"), 1);
  agenda.add(10, () => ran.push("a"));
  agenda.add(5, () => ran.push("early"), 1);
  agenda.add(10, () => ran.push("d"), 1);
  agenda.add(10, () => ran.push("b"));
  while (agenda.nextNs !== Number.POSITIVE_INFINITY) agenda.runNext();
  expect(ran).toEqual(["early", "a", "b", "c", "d"]);
});

test("returns the time of the next entry, or states that there is none", () => {
  const agenda = new Agenda();
  expect(agenda.nextNs).toBe(Number.POSITIVE_INFINITY);
  agenda.add(5, () => {});
  expect(agenda.nextNs).toBe(5);
  agenda.runNext();
  expect(agenda.nextNs).toBe(Number.POSITIVE_INFINITY);
});

test("an entry may add another entry for the same time", () => {
  const agenda = new Agenda();
  const ran: [string, number][] = [];
  let nowNs = 0;
  agenda.add(10, () => {
    ran.push(["first", nowNs]);
    agenda.add(10, () => ran.push(["added", nowNs]));
    agenda.add(30, () => ran.push(["later", nowNs]));
  });
  agenda.add(20, () => ran.push(["second", nowNs]));
  while (agenda.nextNs !== Number.POSITIVE_INFINITY) {
    nowNs = agenda.nextNs;
    agenda.runNext();
  }
  expect(ran).toEqual([
    ["first", 10],
    ["added", 10],
    ["second", 20],
    ["later", 30],
  ]);
});

test("frees finished entries, even if a pattern keeps adding new ones", () => {
  const agenda = new Agenda();
  let most = 0;
  let ran = 0;
  const step = () => {
    ran++;
    if (ran < 100_000) agenda.add(ran, step);
    most = Math.max(most, agenda.held);
  };
  agenda.add(0, step);
  while (agenda.nextNs !== Number.POSITIVE_INFINITY) agenda.runNext();
  expect([ran, most < 5000]).toEqual([100_000, true]);
});
