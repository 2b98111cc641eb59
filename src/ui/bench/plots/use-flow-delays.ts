/** Queue delays by flow, for whoever shows them; counted for all at one desk. */

import { useEffect, useSyncExternalStore } from "react";
import { DelaysClient } from "../../../workers/delays-client.ts";
import { browserClock } from "../../state/conductor.ts";
import { type CountedDelays, FlowDelayDesk } from "../../state/flow-delay-desk.ts";
import type { RunView } from "../../state/run-view.ts";
import { useBench } from "../../state/use-store.ts";

let opened: FlowDelayDesk | null = null;

/** With its worker, when it is first asked. */
function desk(): FlowDelayDesk {
  opened ??= new FlowDelayDesk(new DelaysClient(), browserClock);
  return opened;
}

const NOTHING: CountedDelays = { wanted: null, delays: null, error: null };
const idle = () => () => undefined;

/** Of the watched link; nothing until they are counted, and where they are not wanted. */
export function useFlowDelays({ snapshot, link }: RunView, wanted: boolean): CountedDelays {
  const { store } = useBench();
  const now = () => (wanted ? desk().store.get() : NOTHING);
  const found = useSyncExternalStore(wanted ? desk().store.subscribe : idle, now, now);
  const { nowS } = snapshot;
  const { flows } = snapshot.results;
  useEffect(() => {
    const { scenario } = store.get().run;
    if (wanted && scenario !== null) desk().want({ scenario, nowS, flows, link });
  }, [store, wanted, flows, nowS, link]);
  return found.wanted?.flows === flows && found.wanted.link === link ? found : NOTHING;
}
