/** The path strip with its handles: what can be dragged in the picture has its twin in the rail. */
import { queueDisciplines } from "../../engine/index.ts";
import type { RunView } from "../charts/chart-props.ts";
import { PathStrip } from "../path/PathStrip.tsx";
import { labelOf } from "../state/difference.ts";
import { FLOWS, PATH, QUEUE, useHandle } from "../state/use-handle.ts";
import { useMediaQuery } from "../state/use-runs.ts";
import { useBenchState } from "../state/use-store.ts";

export function LivingPath({ run }: { readonly run: RunView }) {
  const picture = useBenchState((state) => state.playback.picture);
  const aqm = useBenchState((state) => state.settings.queue.aqm);
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const rtt = useHandle(FLOWS, "rtt");
  const capacity = useHandle(PATH, "capacity");
  const target = useHandle(QUEUE, "target");
  if (rtt === null || capacity === null) return null;
  return (
    <PathStrip
      run={run}
      picture={picture}
      reducedMotion={reducedMotion}
      rtt={rtt}
      capacity={capacity}
      target={target}
      queueLabel={labelOf(queueDisciplines, aqm)}
    />
  );
}
