import { expect, test } from "vitest";
import { version } from "../../../../package.json";
import { defaultScenario, type Scenario, type Snapshot, setParam } from "../../../../src/engine/index.ts";
import {
  type CaptionOf,
  pictureCaption,
  pictureName,
} from "../../../../src/ui/bench/pictures/shown-plots.ts";

const scenario = defaultScenario();
const FLOW = { scope: "flow", flow: 0 } as const;

function stateOf(over: Partial<Snapshot> = {}, pinned: Scenario | null = null): CaptionOf["state"] {
  const snapshot = {
    nowS: 100,
    done: true,
    digest: "abc",
    links: [{ id: "a", label: "link A" }],
    ...over,
  } as unknown as Snapshot;
  const status = { running: false, progress: null, stopped: false, error: null, restarted: null };
  return {
    run: { ...status, scenario, snapshot },
    pinned: pinned && { scenario: pinned, snapshot },
    watch: null,
    playback: { playing: false, speed: 1, step: "event", stopAt: null, news: null, playheadS: 12.34567 },
  };
}

const caption = (kind: CaptionOf["kind"], state: CaptionOf["state"]) =>
  pictureCaption({ kind, state, view: { fromS: 10, toS: 20.5 }, link: "https://x/#v=2" });

test("a time plot states its time range, the run and the link to it", () => {
  expect(caption("time", stateOf())).toEqual([
    "Covers 10 s to 20.5 s.",
    `Sawtooth ${version}, seed ${scenario.run.seed}, digest abc`,
    "https://x/#v=2",
  ]);
});

test("a distribution states from when packets count, and an unfinished run its progress without a digest", () => {
  const state = stateOf({ done: false, nowS: 50 });
  const [covered, run] = caption("distribution", state);
  expect(covered).toMatch(
    /^Covers all packets from the end of the warm-up, [\d.]+ s, to 50 s\. The run is not complete: so far, 50\.0 of \d+ s\.$/,
  );
  expect(run).toBe(`Sawtooth ${version}, seed ${scenario.run.seed}`);
  expect(caption("distribution", stateOf({ done: false, nowS: 0 }))[0]).toMatch(
    /^Covers the warm-up so far\./,
  );
});

test("the pinned run is named, and of several links the watched one; a moment is compared with nothing", () => {
  const pinned = setParam(scenario, FLOW, "beta-ecn", 0.5);
  const links = [
    { id: "a", label: "link A" },
    { id: "b", label: "link B" },
  ];
  const state = { ...stateOf({ links } as unknown as Partial<Snapshot>, pinned), watch: "b" };
  const lines = caption("time", state);
  expect(lines[0]).toBe("Covers 10 s to 20.5 s. Watched link: link B.");
  expect(lines[1]).toMatch(/^Grey: the pinned run, .+\.$/);
  expect(lines[1]).not.toContain("_");
  expect(caption("moment", state)).toEqual([
    "At 12.346 s of 100 s. Watched link: link B.",
    `Sawtooth ${version}, seed ${scenario.run.seed}, digest abc`,
    "https://x/#v=2",
  ]);
});

test("a file's name contains the plot, the sender and the queue", () => {
  const { cc } = scenario.flows[0];
  expect(pictureName("queue delay, cumulative", scenario)).toBe(
    `sawtooth-queue-delay-cumulative-${cc}-${scenario.queue.aqm}-seed${scenario.run.seed}`,
  );
  expect(pictureName("path", null)).toBe("sawtooth-path");
});
