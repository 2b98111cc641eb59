import { describe, expect, it } from "vitest";
import { type Snapshot, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../../src/engine/simulator.ts";
import { type EventKind, joinEvent, type RunEvent, runEvents } from "../../../../src/ui/core/run-events.ts";
import {
  ALL_EVENTS,
  chosenEvents,
  coverWords,
  eventPage,
  leftOutWords,
  PAGE_ROWS,
} from "../../../../src/ui/features/why/EventList.tsx";
import { thousands } from "../../../../src/ui/features/why/event-words.ts";

/** One event per second, alternating between two flows. Every third event is a timeout. */
const events: RunEvent[] = Array.from({ length: 250 }, (_, i) => ({
  ...joinEvent(i % 2, i),
  kind: i % 3 === 0 ? "rto" : "join",
}));

describe("pages of the list", () => {
  it("show the page with the playhead, and the row of the latest event there", () => {
    const page = eventPage(events, null, 142.5);
    expect([page.page, page.pages, page.current]).toEqual([1, 3, 42]);
    expect(page.rows).toHaveLength(PAGE_ROWS);
    expect(page.rows[page.current].atS).toBe(142);
  });

  it("keep a page that was turned to, without a current row if the playhead is elsewhere", () => {
    const { page, current, rows } = eventPage(events, 2, 10);
    expect([page, current, rows.length]).toEqual([2, -1, 50]);
  });

  it("have no current row before the first event, and one empty page without events", () => {
    expect(eventPage(events, null, -1)).toMatchObject({ page: 0, current: -1 });
    expect(eventPage([], null, 5)).toEqual({ page: 0, pages: 1, rows: [], current: -1 });
  });

  it("replace a page that no longer exists by the last one", () => {
    expect(eventPage(events.slice(0, 120), 2, 0).page).toBe(1);
  });
});

describe("filtered events", () => {
  it("are those of the kind and of the flow", () => {
    expect(chosenEvents(events, ALL_EVENTS)).toBe(events);
    expect(chosenEvents(events, { kind: "rto", flow: null })).toHaveLength(84);
    const both = chosenEvents(events, { kind: "rto", flow: 1 });
    expect(both.map(({ kind, flow }) => `${kind} ${flow}`)).toEqual(Array(42).fill("rto 1"));
  });
});

function view(fragment: string) {
  const { scenario } = scenarioFromUrl(fragment);
  return { scenario, snapshot: runScenario(scenario).snapshot() };
}

describe("the omissions of the list", () => {
  it("are stated for each log that was thinned", () => {
    const made = view("v=2&path=parking-lot&hops=2&duration=1s&warmup=0s").snapshot;
    expect(leftOutWords(made)).toBe("");
    const [first, second] = made.links;
    const thinned = {
      ...made,
      links: [first, { ...second, events: { ...second.events, stride: 4, total: 12_345 } }],
      flowEvents: { ...made.flowEvents, stride: 2, total: 9000 },
    };
    expect(leftOutWords(thinned)).toBe(
      `There were too many to keep all of them. Listed: every 4th of 12\u00a0345 marks and drops at ${second.label}; every 2nd of 9000 events of senders.`,
    );
  });

  it("are stated for flows whose events are not kept", () => {
    expect(leftOutWords(view("v=2&aqm=red&flows=40&duration=1s&warmup=0s").snapshot)).toBe(
      "Cuts and timeouts are listed for the first 20 of 40 flows.",
    );
  });

  it("thousands are separated from five digits on", () => {
    const texts = ["0", "9999", "10\u00a0000", "1\u00a0234\u00a0567"];
    expect([0, 9999, 10_000, 1_234_567].map(thousands)).toEqual(texts);
  });
});

describe("the time that the list's counts cover", () => {
  const ofKind = (snapshot: Snapshot, kind: EventKind) =>
    chosenEvents(runEvents(snapshot), { kind, flow: null });

  it("is stated beside that of the numbers", () => {
    const shown = view("v=2&beta-ecn=0.8");
    const cuts = ofKind(shown.snapshot, "ecnReduction");
    const { ecnReductions } = shown.snapshot.results.flows[0];
    expect(cuts.length).toBeGreaterThan(ecnReductions);
    expect(coverWords(shown, cuts)).toBe(
      `The list covers 0 s to 100 s. The numbers leave out the first 10 s: ${ecnReductions} of these ${cuts.length} occur later.`,
    );
  });

  it("is the same without a warm-up, and stated during it", () => {
    const whole = view("v=2&duration=5s&warmup=0s");
    expect(coverWords(whole, [])).toBe("The list covers 0 s to 5 s. The numbers cover the same time.");
    const { scenario } = scenarioFromUrl("v=2");
    const early = new Simulation(scenario);
    early.advance(5);
    const words = coverWords({ scenario, snapshot: early.snapshot() }, []);
    expect(words).toBe("The list covers 0 s to 5 s. The numbers leave out the first 10 s.");
  });
});
