/** The distribution of queue delay on the scale that is chosen, under the choice of the link. */
import { type ReactNode, useState } from "react";
import type { CdfScale, DelayCdfProps } from "../charts/chart-props.ts";
import { DelayCdf } from "../charts/DelayCdf.tsx";

interface DistributionProps extends Pick<DelayCdfProps, "run" | "pinned"> {
  readonly menu: ReactNode;
}

export function Distribution({ run, pinned, menu }: DistributionProps) {
  const [scale, setScale] = useState<CdfScale>("linear");
  return (
    <>
      {menu && <p className="plot__link">{menu}</p>}
      <DelayCdf run={run} pinned={pinned} scale={scale} onScale={setScale} />
    </>
  );
}
