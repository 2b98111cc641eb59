import { describe, expect, it } from "vitest";
import { defaultScenario, NO_PROGRAMS, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { placesOf, SWEPT_METRICS } from "../../../../src/experiments/metrics.ts";
import { sweepFromText } from "../../../../src/experiments/sweep.ts";
import { draftFromText, meaningOf } from "../../../../src/ui/features/sweep/draft.ts";
import { coverWords } from "../../../../src/ui/features/sweep/SweepResults.tsx";
import { allMetrics, rowsOf, SweepStore, sameRuns } from "../../../../src/ui/features/sweep/sweep-store.ts";
import { MadePool } from "../../shared/runs/made-work.ts";

const draft = (text: string) => draftFromText(text, NO_PROGRAMS).draft;
const sweep = (text: string) => meaningOf(draft(text)).sweep!;
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the sweeps of a sweep", () => {
  it("asks about programs that the user has refused only on request", async () => {
    const requests: boolean[] = [];
    const refusal = async (_: unknown, isRequested: boolean) => {
      requests.push(isRequested);
      return "not allowed";
    };
    const sweeps = new SweepStore(defaultScenario(), Object.assign(new MadePool(100), { refusal }));
    for (const rtt of ["10ms", "20ms"]) {
      sweeps.write(draft(`v=2&rtt=${rtt}&x=beta-ecn=0.5,0.8`));
      await expect.poll(() => sweeps.runs.store.get().error).toBe("not allowed");
    }
    sweeps.start();
    await expect.poll(() => requests).toEqual([false, false, true]);
  });

  it("starts a small sweep at once and a large one on request", async () => {
    const crew = new MadePool(100);
    const sweeps = new SweepStore(defaultScenario(), crew);
    sweeps.write(draft("v=2&x=beta-ecn=0.5:0.9:0.1"));
    await nextTask();
    expect(crew.asked).toHaveLength(5);
    sweeps.write(draft("v=2&capacity=1000Mbps&x=beta-ecn=0.5:0.9:0.1"));
    expect(sweeps.store.get().shown && sameRuns(sweeps.store.get().shown!, sweeps.store.get().sweep!)).toBe(
      false,
    );
    sweeps.start();
    await nextTask();
    expect(sweeps.runs.store.get().total).toBe(5);
    expect(sweeps.store.get().shown).toBe(sweeps.store.get().sweep);
  });

  it("finds the run of each row of its table, by y and then x, with the first of its seeds", async () => {
    const sweeps = new SweepStore(defaultScenario(), new MadePool(100));
    sweeps.write(draft("v=2&x=aqm=codel,pie&y=cc=newreno,cubic&seeds=2"));
    await nextTask();
    const rows = rowsOf(sweeps.store.get().shown!);
    expect(rows[1].name).toBe("aqm pie, cc newreno");
    expect(rows.map(({ job }) => sweeps.runs.job(job)?.scenario.queue.aqm)).toEqual([
      "codel",
      "pie",
      "codel",
      "pie",
    ]);
  });

  it("links a picture to its own runs only, whatever has been started since", async () => {
    const sweeps = new SweepStore(defaultScenario(), new MadePool(100));
    sweeps.write(draft("v=2&x=beta-ecn=0.5,0.8"));
    await nextTask();
    const before = sweeps.store.get().shown!;
    const [{ job }] = rowsOf(before);
    expect(sweeps.runsOf(before, before)(job)).toBe(sweeps.runs.job(job)?.scenario);
    sweeps.write(draft("v=2&aqm=pie&x=beta-ecn=0.5,0.8"));
    await nextTask();
    // The job has the same name, but it is another run.
    expect(sweeps.runs.job(job)?.scenario.queue.aqm).toBe("pie");
    expect(sweeps.runsOf(before, sweeps.store.get().shown)(job)).toBeNull();
    expect(sweeps.runsOf(before, null)(job)).toBeNull();
  });

  it("needs no new runs for another metric", async () => {
    const crew = new MadePool(2);
    const sweeps = new SweepStore(defaultScenario(), crew);
    sweeps.write(draft("v=2&x=beta-ecn=0.5,0.9"));
    await nextTask();
    await crew.work();
    expect(sweeps.runs.store.get()).toMatchObject({ status: "done", done: 2 });
    expect(sweeps.runs.store.get().outcome?.figures[0]).toMatchObject({
      id: "utilisation",
      series: [{ y: [84, 84] }],
    });
    sweeps.write(draft("v=2&x=beta-ecn=0.5,0.9&metric=goodput"));
    expect(crew.asked).toHaveLength(0);
    expect(sweeps.runs.store.get().outcome?.figures[0]).toMatchObject({
      id: "goodput",
      series: [{ y: [8, 8] }],
    });
  });

  it("waits with an invalid draft, and keeps what is shown", async () => {
    const crew = new MadePool(2);
    const sweeps = new SweepStore(defaultScenario(), crew);
    sweeps.write(draft("v=2&x=beta-ecn=0.5,0.9"));
    await nextTask();
    await crew.work();
    const { shown } = sweeps.store.get();
    sweeps.write(draft("v=2&x=beta-ecn=0.5,9"));
    expect(sweeps.store.get()).toMatchObject({ sweep: null, shown });
    sweeps.start();
    expect(sweeps.runs.store.get().status).toBe("done");
  });

  it("takes the bench's run as another scenario of the same sweep", () => {
    const sweeps = new SweepStore(defaultScenario(), new MadePool());
    sweeps.write(draft("v=2&x=rtt=20ms,40ms&metric=goodput"));
    sweeps.take(scenarioFromUrl("v=2&aqm=pie").scenario);
    expect(sweeps.store.get().draft).toMatchObject({
      x: { name: "rtt" },
      metric: "goodput",
      base: { queue: { aqm: "pie" } },
    });
  });
});

describe("the metrics", () => {
  it("cover everything of every run, at each existing place", () => {
    const everything = allMetrics(sweep("v=2&path=parking-lot&x=rtt=20ms,40ms"));
    const ids = everything.metrics.map(({ id }) => id);
    expect(ids).toContain("delay-p90@hop2");
    expect(ids).toContain("goodput@flow1");
    expect(new Set(ids).size).toBe(ids.length);
    expect(allMetrics(sweep("v=2&x=rtt=20ms,40ms")).metrics).toHaveLength(SWEPT_METRICS.length);
  });

  it("have no places if there is only one", () => {
    const metric = SWEPT_METRICS.find(({ id }) => id === "utilisation")!;
    expect(placesOf(metric, defaultScenario())).toEqual([]);
    expect(placesOf(metric, scenarioFromUrl("v=2&path=parking-lot").scenario).length).toBe(3);
  });

  it("do not affect which runs there are", () => {
    const text = "v=2&x=beta-ecn=0.5:0.9:0.1";
    expect(sameRuns(sweep(text), sweep(`${text}&metric=goodput`))).toBe(true);
    expect(sameRuns(sweep(text), sweep("v=2&x=beta-ecn=0.5,0.6,0.7,0.8,0.9"))).toBe(true);
    for (const other of [`${text}&seeds=2`, `${text}&y=rtt=20ms`, `${text}&rtt=20ms`]) {
      expect(sameRuns(sweep(text), sweep(other))).toBe(false);
    }
  });
});

const words = (text: string) => coverWords(sweepFromText(text).sweep!);

it("states which part of each run the numbers cover", () => {
  expect(words("v=2&x=rtt=10ms")).toBe("Numbers cover 10 s to 100 s of each run: the warm-up is left out.");
  expect(words("v=2&duration=50s&warmup=2s&x=rtt=10ms")).toContain("2 s to 50 s");
  expect(words("v=2&x=rtt=10ms&y=duration=20s,40s")).toBe(
    "Numbers cover each run from the end of its warm-up.",
  );
  expect(words("v=2&x=rtt=10ms&metric=fct")).toBe("Times count from each flow’s start.");
});
