/** Starts the page: the simulator's workers, the bench that drives them, and React to draw it. */
import { createRoot } from "react-dom/client";
import { SimClient } from "../../workers/sim-client.ts";
import { PAINTED_EVENT } from "../bench/use-painted-event.ts";
import { noteBrokenStyles } from "../shared/broken-styles.ts";
import { NotLoadedBox } from "../shared/NotLoadedBox.tsx";
import { type Later, miss } from "../shared/on-demand.ts";
import { Bench } from "../state/bench.ts";
import { WHOLE_PAGE } from "../state/beside.ts";
import { browserClock } from "../state/conductor.ts";
import { App } from "./App.tsx";
import { fetchInIdleTime } from "./fetch-in-idle-time.ts";
import { CONSEQUENCE, FRAMING, KEEP_OFFLINE, LIVE, PARTS, PERMISSION, READ_FRAGMENT } from "./parts.ts";
import "./theme.css";

// Begins to load its worker now.
const simulator = new SimClient();
const bench = new Bench(simulator, window, browserClock, {
  consequence: async (state, before) => (await CONSEQUENCE.fetch()).consequence(state, before),
  reader: () => READ_FRAGMENT.now ?? READ_FRAGMENT.fetch(),
  permission: () => {
    // Until it is here nothing is changed.
    PERMISSION.fetch().catch(miss);
    return PERMISSION.now;
  },
  live: () => {
    LIVE.fetch().catch(miss);
    return LIVE.now ?? LIVE.here;
  },
});
window.addEventListener(
  PAINTED_EVENT,
  () =>
    void fetchInIdleTime([
      ...PARTS.map((part) => part.fetch),
      () => simulator.prepare(),
      async () => (await KEEP_OFFLINE.fetch()).keepOffline(bench.store),
    ]),
  { once: true },
);
window.addEventListener("error", noteBrokenStyles, true);
void start();

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root");
  // A page that is one file may have been saved with a run in it.
  const { start: saved } = document.documentElement.dataset;
  if (saved && location.hash.length < 2) history.replaceState(null, "", `#${saved}`);
  const page = createRoot(root);
  /** Without it there is no page; that is said, and waited for. */
  const needed = <T,>(program: Later<T>): Promise<T> => {
    program.fetch().catch((error: unknown) => {
      miss(error);
      page.render(<NotLoadedBox part="The page" />);
    });
    return program.here;
  };
  // The first run must be the link's, not the default one.
  if (location.hash.length > 1 || history.state !== null) await needed(READ_FRAGMENT);
  bench.start(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  // What is hidden must not be seen first, and who may change what is known before the first change.
  if (bench.store.get().frame !== WHOLE_PAGE)
    await Promise.all([needed<unknown>(FRAMING), needed(PERMISSION)]);
  page.render(<App bench={bench} />);
}
