/** Tests the phases that a sender reports against the sender's state at that time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { congestionControls } from "../../src/engine/algorithms.ts";
import {
  AVOIDANCE,
  LOSS_STATE,
  RECOVERY,
  REDUCING,
  SENDER_PHASES,
  SLOW_START,
} from "../../src/engine/cc/phases.ts";
import type { Fact } from "../../src/engine/explain/facts.ts";
import {
  FLOW_EVENT,
  type FlowEventName,
  type Question,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { Connection } from "../../src/engine/tcp/connection.ts";
import { CWR, LOSS, RECOVERY as RECOVERING } from "../../src/engine/tcp/loss-recovery.ts";
import type { Sender } from "../../src/engine/tcp/sender.ts";
import { LOG } from "../../src/engine/trace/log-rows.ts";
import { PacketLog } from "../../src/engine/trace/packet-log.ts";
import { casesOfAll, MANY } from "../effort.ts";
import { tell, tellerOf, textOf } from "../engine/explain/asking.ts";
import { LoggedRun, truthOf } from "../engine/explain/oracle.ts";

describe.each(congestionControls)("$id", (control) => {
  const { id, phases = [] } = control;

  test("declares its phases with a sentence each, under ids that differ from the common phases", () => {
    const all = [...SENDER_PHASES, ...phases];
    expect(new Set(all.map((phase) => phase.id)).size).toBe(all.length);
    for (const phase of phases) {
      expect(phase.label).not.toBe("");
      expect(phase.help).toMatch(/^(cwnd|[A-Z]).*\.$/s);
    }
  });

  test(
    "is in the phase that its state implies after each ACK, and the recorder logs the same changes",
    MANY,
    () => {
      fc.assert(
        fc.property(settings, (text) => checkPhases(id, `${text}&cc=${id}`)),
        casesOfAll(2, 24),
      );
    },
  );

  test("is described in stories as in the log", MANY, () => {
    fc.assert(
      fc.property(settings, fc.double({ min: 0, max: 0.99, noNaN: true }), (text, share) =>
        checkStories(`${text}&cc=${id}`, share),
      ),
      casesOfAll(1, 34),
    );
  });
});

const PHASE_FACTS: readonly Fact["kind"][] = ["enters", "in-phase", "phase-share", "limited"];

/**
 * Checks the explanations of ranges and events: the phases that they name are in the log, and they never say that
 * nothing happened.
 */
function checkStories(text: string, share: number): void {
  const { scenario } = scenarioFromUrl(`v=2&warmup=0s&${text}`);
  const run = new LoggedRun(scenario);
  const teller = tellerOf(scenario);
  const endS = run.endNs / 1e9;
  const asked = [
    ...[0.1, 0.4].map((lasts): Question => {
      const fromS = endS * share * (1 - lasts);
      return { kind: "stretch", of: "cwnd", link: 0, flow: 0, fromS, toS: fromS + endS * lasts };
    }),
    ...cutQuestions(run, share),
  ];
  for (const question of asked) {
    const { story } = tell(teller, question);
    const said = textOf(story);
    const what = `#${scenarioToUrl(scenario)} ${JSON.stringify(question)}: ${said}`;
    expect(said, what).not.toMatch(/\b[Nn]othing cut/);
    const facts = story.sentences
      .flat()
      .flatMap((part) => (typeof part === "string" ? [] : (part.fact ?? [])));
    for (const fact of facts.filter(({ kind }) => PHASE_FACTS.includes(kind)))
      expect(
        Math.abs((truthOf(run, fact) ?? Number.NaN) - fact.value),
        `${what} ${JSON.stringify(fact)}`,
      ).toBeLessThanOrEqual(1e-6);
    if (question.kind !== "stretch") continue;
    const windows = facts.filter((fact) => fact.kind === "window");
    if (windows.length > 0)
      expect(
        facts.some(({ kind }) => kind === "in-phase" || kind === "phase-share" || kind === "enters"),
        what,
      ).toBe(true);
  }
}

function cutQuestions({ rows }: LoggedRun, share: number): Question[] {
  const names = Object.keys(FLOW_EVENT) as FlowEventName[];
  const cuts = rows.filter(({ kind, flow }) => kind === LOG.window && flow === 0);
  const at = cuts[Math.floor(cuts.length * share)];
  if (at === undefined) return [];
  return [{ kind: "flow-event", event: names[at.detail], flow: 0, atS: at.timeNs / 1e9 }];
}

const settings = fc
  .record({
    aqm: fc.constantFrom("droptail", "codel", "pie", "red", "step", "dualpi2"),
    limit: fc.constantFrom("12p", "40p", "200p"),
    rtt: fc.constantFrom("5ms", "40ms", "120ms"),
    capacity: fc.constantFrom("2Mbps", "10Mbps", "40Mbps"),
    ecn: fc.constantFrom("on", "off"),
    loss: fc.constantFrom("0", "0.01", "0.08"),
    seed: fc.integer({ min: 1, max: 99 }),
    duration: fc.constantFrom("4s", "12s"),
  })
  .map((all) =>
    Object.entries(all)
      .map(([key, value]) => `${key}=${value}`)
      .join("&"),
  );

function checkPhases(id: string, text: string): void {
  const { scenario } = scenarioFromUrl(`v=2&warmup=0s&${text}`);
  const entered: { readonly timeS: number; readonly id: string }[] = [];
  const log: PacketLog = new PacketLog({
    onRecord(row) {
      const { kind, end, timeNs, detail } = log.columns;
      if (kind[row] === LOG.phase) {
        const last = entered.at(-1);
        const one = { timeS: timeNs[row] / 1e9, id: log.phases[detail[row]].id };
        if (last?.timeS === one.timeS) entered.pop();
        if (entered.at(-1)?.id !== one.id || VALUED.has(one.id)) entered.push(one);
      }
      if (kind[row] !== LOG.ackRead) return;
      const owner = log.network.ends[end[row]];
      if (!(owner instanceof Connection)) throw new Error("an ACK without a connection");
      const expected = expectedPhase(owner.sender, id);
      expect(owner.sender.phase?.id, `${text} at ${timeNs[row] / 1e9} s`).toMatch(expected);
    },
  });
  const run = new Simulation(scenario satisfies Scenario, log);
  while (!run.advance(Number.POSITIVE_INFINITY, 2000)) log.clear();
  const { phases } = run.snapshot().flows[0];
  const kept = Array.from(phases.timeS, (timeS, i) => ({ timeS, id: phases.phases[phases.phase[i]].id }));
  if (phases.shortestS === 0) expect(withoutRepeats(kept)).toEqual(withoutRepeats(entered));
  else expect(kept.length).toBeLessThan(entered.length);
}

/** Phases whose value may change without a change of phase. */
const VALUED = new Set(congestionControls.flatMap(({ phases = [] }) => phases.map(({ id }) => id)));

function withoutRepeats<T extends { readonly id: string }>(list: readonly T[]): T[] {
  return list.filter((one, i) => list[i - 1]?.id !== one.id);
}

const only = (id: string) => new RegExp(`^${id}$`);

/**
 * Derives the phase from the state alone: the congestion state, cwnd relative to ssthresh, and the control's probes.
 */
function expectedPhase({ congestion, state, ownsCwnd, cc }: Sender, id: string): RegExp {
  if (congestion === LOSS) return only(LOSS_STATE.id);
  if (id.startsWith("bbr")) return only(bbrPhase(id, cc.probe(0), cc.probe(3)));
  if (congestion === RECOVERING) return only(RECOVERY.id);
  if (congestion === CWR && !ownsCwnd) return only(REDUCING.id);
  if (state.cwnd < state.ssthresh) return only(SLOW_START.id);
  if (id === "cubic") return /^(avoidance|cubic-reno-friendly|cubic-concave|cubic-convex)$/;
  if (id === "dctcp" || id === "prague") return /^(avoidance|alpha-round)$/;
  return only(AVOIDANCE.id);
}

const BOUND_MODES = ["startup", "drain", "down", "cruise", "refill", "up", "probe-rtt"];

function bbrPhase(id: string, mode: number, gain: number): string {
  if (id !== "bbr1") return `bbr-${BOUND_MODES[mode]}`;
  if (mode === 3) return "bbr-probe-rtt";
  const others = ["startup", "drain", gain > 1 ? "up" : gain < 1 ? "down" : "(cruise|policed)"];
  return `bbr-(${others[mode]}|conserving)`;
}
