import { describe, expect, it } from "vitest";
import {
  ALL_EVENTS,
  chosenEvents,
  eventPage,
  PAGE_ROWS,
  thinningWords,
} from "../../../../src/ui/bench/explain/EventList.tsx";
import { thousands } from "../../../../src/ui/bench/explain/event-words.ts";
import { joinEvent, type RunEvent } from "../../../../src/ui/state/run-events.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

/** One a second, of two flows in turn, every third a timeout. */
const events: RunEvent[] = Array.from({ length: 250 }, (_, i) => ({
  ...joinEvent(i % 2, i),
  kind: i % 3 === 0 ? "rto" : "join",
}));

describe("pages of the list", () => {
  it("the page with the playhead, and the row of the latest event there", () => {
    const page = eventPage(events, null, 142.5);
    expect([page.page, page.pages, page.current]).toEqual([1, 3, 42]);
    expect(page.rows).toHaveLength(PAGE_ROWS);
    expect(page.rows[page.current].atS).toBe(142);
  });

  it("a page that was turned to stays, without a current row where the playhead is elsewhere", () => {
    const { page, current, rows } = eventPage(events, 2, 10);
    expect([page, current, rows.length]).toEqual([2, -1, 50]);
  });

  it("before everything there is no current row, and of nothing one empty page", () => {
    expect(eventPage(events, null, -1)).toMatchObject({ page: 0, current: -1 });
    expect(eventPage([], null, 5)).toEqual({ page: 0, pages: 1, rows: [], current: -1 });
  });

  it("a page that is gone with fewer events is the last one", () => {
    expect(eventPage(events.slice(0, 120), 2, 0).page).toBe(1);
  });
});

describe("chosen events", () => {
  it("are those of the kind and of the flow", () => {
    expect(chosenEvents(events, ALL_EVENTS)).toBe(events);
    expect(chosenEvents(events, { kind: "rto", flow: null })).toHaveLength(84);
    const both = chosenEvents(events, { kind: "rto", flow: 1 });
    expect(both.map(({ kind, flow }) => `${kind} ${flow}`)).toEqual(Array(42).fill("rto 1"));
  });
});

describe("what was thinned", () => {
  it("is said of each log that was", () => {
    const made = madeSnapshot({ links: ["hop1", "hop2"] });
    expect(thinningWords(made)).toBeNull();
    const [first, second] = made.links;
    const thinned = {
      ...made,
      links: [first, { ...second, events: { ...second.events, stride: 4, total: 12_345 } }],
      flowEvents: { ...made.flowEvents, stride: 2, total: 9000 },
    };
    expect(thinningWords(thinned)).toBe(
      "There were too many to keep them all. Listed: every 4th of 12\u00a0345 marks and drops at hop2; every 2nd of 9000 events of senders.",
    );
  });

  it("thousands are set apart from five digits on", () => {
    const texts = ["0", "9999", "10\u00a0000", "1\u00a0234\u00a0567"];
    expect([0, 9999, 10_000, 1_234_567].map(thousands)).toEqual(texts);
  });
});
