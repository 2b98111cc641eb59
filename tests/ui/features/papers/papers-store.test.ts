import { describe, expect, it } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import { againstBeta } from "../../../../src/experiments/study.ts";
import { JobLinks, PapersStore, workOf } from "../../../../src/ui/features/papers/papers-store.ts";
import { StoredResults } from "../../../../src/ui/features/papers/stored-results.ts";
import { madeResults, madeSnapshot } from "../../core/made-runs.ts";
import { MadePool } from "../../shared/runs/made-work.ts";
import { madeExperiment } from "./made-experiment.ts";

describe("the runs of an experiment", () => {
  it("lead from their names to the bench, each size to its own", () => {
    const links = new JobLinks(madeExperiment());
    const href = links.href("quick", "beta=0.8");
    expect(href).toMatch(/^#v=2.*beta-ecn=0\.8/);
    expect(scenarioFromUrl(href ?? "").problems).toEqual([]);
    expect(links.href("quick", "beta=0.6")).toBeNull();
    expect(links.href("full", "beta=0.6")).not.toBeNull();
    expect([links.count("quick"), links.count("full")]).toEqual([2, 4]);
  });

  it("come with the run that they are compared with, if any", () => {
    const links = new JobLinks(madeExperiment({ comparedWith: againstBeta(0.5) }));
    expect(links.compared("quick", "beta=0.8")).toMatchObject({ what: "β_ecn 0.5" });
    expect(links.href("quick", "beta=0.8")).toMatch(/beta-ecn=0\.8.*&pin=v%3D2$/);
    expect(links.compared("quick", "beta=0.5")).toBeNull();
    expect(links.href("quick", "beta=0.5")).toBe("#v=2");
    const elsewhere = new JobLinks(madeExperiment({ comparedWith: againstBeta(0.6) }));
    expect([elsewhere.compared("quick", "beta=0.8"), elsewhere.compared("full", "beta=0.8")?.what]).toEqual([
      null,
      "β_ecn 0.6",
    ]);
  });

  it("are not counted if they cannot be determined", () => {
    const broken = madeExperiment({
      jobs: () => {
        throw new Error("no");
      },
    });
    expect(new JobLinks(broken).count("full")).toBeNull();
  });

  it("are read from their series", () => {
    const experiment = madeExperiment();
    const work = workOf(experiment, "quick");
    const [job] = work.jobs();
    const snapshot = madeSnapshot({ utilisation: 0.9 });
    const result = { results: madeResults(), digest: "d", snapshot, ended: [], turns: [] };
    expect(work.want).toBe("snapshot");
    expect(work.read(result, job)).toEqual({ beta: 0.5, utilisation: 0.9 });
    expect(() => work.read({ ...result, snapshot: null }, job)).toThrow(/returned no time series/);
    expect(work.cost(job)).toBeGreaterThan(0);
  });
});

describe("the study", () => {
  it("keeps results, pauses while another screen is shown, and resumes", () => {
    const study = new PapersStore(
      [madeExperiment()],
      new StoredResults(() => Promise.reject()),
      new MadePool(),
    );
    const figureRuns = study.figureRuns(study.experiments[0]);
    expect(study.figureRuns(study.experiments[0])).toBe(figureRuns);
    figureRuns.start("full");
    expect(figureRuns.size).toBe("full");
    study.leave();
    expect(figureRuns.runs.store.get().status).toBe("paused");
    study.enter();
    expect(figureRuns.runs.store.get().status).toBe("running");
    figureRuns.runs.cancel();
    study.enter();
    expect(figureRuns.runs.store.get().status).toBe("cancelled");
  });
});
