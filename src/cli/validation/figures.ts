/** What is compared of a run, and of several. */
import type { RunResults, Scenario } from "../../engine/index.ts";
import { deviation, mean, sum } from "./statistics.ts";
import type { Scatter } from "./tolerance.ts";

/** After the warm-up, all flows together. */
export interface Figures {
  readonly goodputBps: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly marks: number;
  readonly drops: number;
  readonly reductions: number;
  readonly groupGoodputBps: readonly number[];
}

export function figuresOf(scenario: Scenario, { links, flows }: RunResults): Figures {
  const spanS = Number(scenario.run.duration) - Number(scenario.run.warmup);
  const groupGoodputBps = scenario.flows.map((_, group) => {
    const bytes = flows.filter((flow) => flow.group === group).map((flow) => flow.bytesReceived);
    return (sum(bytes) * 8) / spanS;
  });
  const { sojournMs, marks, drops } = links[0];
  return {
    goodputBps: sum(groupGoodputBps),
    p50Ms: sojournMs?.p50 ?? Number.NaN,
    p90Ms: sojournMs?.p90 ?? Number.NaN,
    marks,
    drops: drops.overflow + drops.aqm + drops.link,
    reductions: sum(flows.map((flow) => flow.ecnReductions + flow.lossReductions + flow.rtos)),
    groupGoodputBps,
  };
}

export function meanFigures(runs: readonly Figures[]): Figures {
  const of = (figure: (run: Figures) => number) => mean(runs.map(figure));
  return {
    goodputBps: of((run) => run.goodputBps),
    p50Ms: of((run) => run.p50Ms),
    p90Ms: of((run) => run.p90Ms),
    marks: of((run) => run.marks),
    drops: of((run) => run.drops),
    reductions: of((run) => run.reductions),
    groupGoodputBps: runs[0].groupGoodputBps.map((_, group) => of((run) => run.groupGoodputBps[group])),
  };
}

/** Only chance in the queue counts as scatter; that runs differ by their start does not excuse anything. */
export function scatterOf(runs: readonly Figures[], chance: boolean): Scatter {
  if (!chance) return { runs: runs.length, goodput: 0, p50Ms: 0, p90Ms: 0 };
  const goodputBps = runs.map((run) => run.goodputBps);
  return {
    runs: runs.length,
    goodput: deviation(goodputBps) / mean(goodputBps),
    p50Ms: deviation(runs.map((run) => run.p50Ms)),
    p90Ms: deviation(runs.map((run) => run.p90Ms)),
  };
}
