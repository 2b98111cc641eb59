import { describe, expect, it, vi } from "vitest";
import { packText } from "../../../../src/lib/packed-text.ts";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { stateToFragment } from "../../../../src/ui/core/url-sync.ts";
import { type Presenting, presentingOf, toggled } from "../../../../src/ui/features/talks/presenting.ts";
import { MadeAddress, madeBench } from "../../core/made-runs.ts";

const TALK = packText(`---
kind: talk
id: made
lang: en
title: Made
---

## First.

- state: [open](#v=2&beta-ecn=0.8&pin=v%3D2&at=12s&plots=cwnd,throughput&touch=beta-ecn)
- with: theory
- zoom: 10s..14s
- reveal: throughput
- reveal: pinned

## Second.

- state: [open](#v=2&rtt=50ms)
- with: peak
`);

async function opened(
  fragment: string,
  address = new MadeAddress(),
): Promise<{ bench: Bench; presenting: Presenting }> {
  const bench = madeBench(address);
  bench.openFragment(fragment);
  const presenting = presentingOf(bench);
  await vi.waitFor(() => {
    const { talk, problems } = presenting.store.get();
    expect(talk !== null || problems.length > 0).toBe(true);
  });
  return { bench, presenting };
}

const rtt = (bench: Bench) => bench.store.get().scenario.flows[0].params.rtt;
const beta = (bench: Bench) => bench.store.get().scenario.flows[0].params["beta-ecn"];

describe("a talk that is shown", () => {
  it("opens its first scene as a link of the bench", async () => {
    const { bench } = await opened(`talk=${TALK}&present=1`);
    const { guide, frame, pinned, playback, view, scenario } = bench.store.get();
    expect(scenario.flows[0].params["beta-ecn"]).toBe(0.8);
    expect(pinned?.scenario.flows[0].params["beta-ecn"]).toBe(0.5);
    expect(playback.playheadS).toBe(12);
    expect(guide).toEqual({ kind: "talk", text: TALK, step: 1, sets: false });
    expect(frame).toMatchObject({ present: true, plots: ["cwnd", "throughput"], touch: ["beta-ecn"] });
    expect(view).toMatchObject({ theory: true, wholeRange: false, zoom: [10, 14] });
  });

  it("continues after a reload at its scene and time, paused, with what was revealed", async () => {
    const address = new MadeAddress();
    const before = await opened(`talk=${TALK}&present=1`, address);
    before.presenting.next();
    before.bench.player.seek(13.5);
    const link = stateToFragment(before.bench.store.get());
    address.leave();
    const after = await opened(link, address);
    expect(after.presenting.store.get().revealed).toBe(1);
    expect(after.bench.store.get().playback).toMatchObject({ playheadS: 13.5, playing: false });
    // A different scene, or a different talk, starts at its own time.
    const other = await opened(`v=2&talk=${TALK}&guide-step=2`, address);
    expect(other.bench.store.get().playback.playheadS).not.toBe(13.5);
  });

  it("reveals step by step, then continues, and back the same way", async () => {
    const { bench, presenting } = await opened(`talk=${TALK}&present=1`);
    const at = () => [bench.store.get().guide?.step, presenting.store.get().revealed];
    const seen = [at()];
    for (let press = 0; press < 4; press++) {
      presenting.next();
      seen.push(at());
    }
    expect(seen).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 0],
    ]);
    expect(rtt(bench)).toBe(50);
    expect(bench.store.get().view).toMatchObject({ theory: false, wholeRange: true, zoom: null });
    presenting.back();
    expect(at()).toEqual([1, 2]);
    presenting.back();
    expect(at()).toEqual([1, 1]);
    presenting.toLast();
    expect(at()).toEqual([2, 0]);
    presenting.go(-3);
    expect(at()).toEqual([1, 0]);
  });

  it("returns to the scene as it was recorded, after any changes", async () => {
    const { bench, presenting } = await opened(`talk=${TALK}&present=1`);
    presenting.next();
    bench.setParam({ scope: "flow", flow: 0 }, "beta-ecn", 0.6);
    presenting.togglePlot("delay");
    expect(beta(bench)).toBe(0.6);
    expect(bench.store.get().frame.plots).toEqual(["throughput", "delay"]);
    presenting.restore();
    expect(beta(bench)).toBe(0.8);
    expect(bench.store.get().frame.plots).toEqual(["cwnd", "throughput"]);
    expect(presenting.store.get().revealed).toBe(1);
  });

  it("keeps the run of a link that has one, and opens the scene of a link without a run", async () => {
    const { bench } = await opened(`v=2&beta-ecn=0.6&talk=${TALK}&guide-step=2&present=1`);
    expect([beta(bench), bench.store.get().guide?.step]).toEqual([0.6, 2]);
    // A URL of the same talk without a run opens the scene that it names.
    bench.openFragment(`talk=${TALK}&guide-step=1`);
    expect(beta(bench)).toBe(0.8);
  });

  it("hides other controls only on a projector", async () => {
    const { bench, presenting } = await opened(`talk=${TALK}&present=1`);
    const touch = () => bench.store.get().frame.touch;
    expect(touch()).toEqual(["beta-ecn"]);
    bench.present(false);
    expect(touch()).toBeNull();
    presenting.go(1);
    expect(touch()).toBeNull();
    bench.present(true);
    expect(touch()).toEqual(["beta-ecn"]);
    presenting.go(2);
    expect(touch()).toBeNull();
    presenting.go(1);
    presenting.end();
    expect(bench.store.get().frame).toMatchObject({ touch: null, plots: [] });
  });

  it("shows a blank screen, which the remote only restores", async () => {
    const { presenting } = await opened(`talk=${TALK}`);
    presenting.toggleBlank();
    expect(presenting.store.get().blank).toBe(true);
    presenting.next();
    expect(presenting.store.get()).toMatchObject({ blank: false, revealed: 0 });
    presenting.toggleBlank();
    presenting.back();
    expect(presenting.store.get().blank).toBe(false);
  });

  it("goes to the last scene if the link names a later one", async () => {
    const { bench } = await opened(`talk=${TALK}&guide-step=9`);
    expect([rtt(bench), bench.store.get().guide?.step]).toEqual([50, 2]);
  });

  it("says why it cannot be shown, and leaves the bench unchanged", async () => {
    const { bench, presenting } = await opened(`talk=${TALK.slice(0, -9)}&present=1`);
    expect(presenting.store.get().problems[0].message).toMatch(/^The link is damaged/);
    expect(beta(bench)).toBe(0.5);
    presenting.next();
    presenting.restore();
    presenting.end();
    expect(bench.store.get().guide).toBeNull();
    expect(presenting.store.get().problems).toEqual([]);
    const unknown = await opened("talk=nowhere");
    expect(unknown.presenting.store.get().problems[0].message).toMatch(/^There is no talk “nowhere”/);
  });
});

describe("the plots of a projector", () => {
  it("have a maximum number: the one shown longest is hidden", () => {
    expect(toggled(["cwnd"], "delay", 2)).toEqual(["cwnd", "delay"]);
    expect(toggled(["cwnd", "delay"], "phase", 2)).toEqual(["delay", "phase"]);
  });

  it("have a minimum of one", () => {
    expect(toggled(["cwnd", "delay"], "cwnd", 2)).toEqual(["delay"]);
    expect(toggled(["delay"], "delay", 2)).toEqual(["delay"]);
  });
});
