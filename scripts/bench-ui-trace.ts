/** What only the browser itself can tell `bench:ui`: how long the page's tasks take, and how much processor all of it. */
import type { Browser, CDPSession } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

interface Process {
  readonly type: string;
  readonly cpuTime: number;
}

const TASK = "ThreadControllerImpl::RunTask";
const MAIN_THREAD = "CrRendererMain";

/** The longest task on the page's main thread while `act` goes on, in ms. The observer of long tasks sees none under 50. */
export async function longestTaskMs(browser: Browser, act: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const events = await traced(session, act);
  await session.detach();
  const mains = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === MAIN_THREAD).map(threadOf),
  );
  const durations = new Map<string, number[]>();
  for (const event of events) {
    if (event.name !== TASK || event.ph !== "X" || !mains.has(threadOf(event))) continue;
    const known = durations.get(threadOf(event)) ?? [];
    durations.set(threadOf(event), [...known, (event.dur ?? 0) / 1000]);
  }
  // Other renderers wait beside it; the page's own is the one that works.
  const sum = (tasks: readonly number[]) => tasks.reduce((total, ms) => total + ms, 0);
  const [busiest = []] = [...durations.values()].sort((a, b) => sum(b) - sum(a));
  return Math.max(0, ...busiest);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  await act();
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** Of one core, by all processes of the browser together, in percent. */
export async function corePercent(browser: Browser, ms: number): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const [before, beforeMs] = [await cpuSeconds(session), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seconds = (await cpuSeconds(session)) - before;
  const percent = (100_000 * seconds) / (performance.now() - beforeMs);
  await session.detach();
  return percent;
}

async function cpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = (await session.send("SystemInfo.getProcessInfo")) as { processInfo: Process[] };
  return processInfo.reduce((total, { cpuTime }) => total + cpuTime, 0);
}
