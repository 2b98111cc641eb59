/** GFC-2 with a burst: ten more bulk flows for part of the run, as table III and figure 12 have it. */
import type { Job, Size } from "../experiment.ts";
import { cross } from "../grid.ts";
import { GFC_CHOSEN } from "./chosen.ts";
import { durationS, gfcJobs, gfcKeys, LINK_ROUTES, LONG_ROUTES } from "./gfc.ts";
import { SENDERS, type Sender } from "./senders.ts";

/** §V: from a third of the run to two thirds. */
export const burstFromS = (size: Size): number => durationS(size) / 3;
export const burstToS = (size: Size): number => (2 * durationS(size)) / 3;

const EXTRA_FLOWS = 10;
/** Table III has twice the UDP goodput of table II. */
const UDP_ROUTES = [...LONG_ROUTES, ...LINK_ROUTES];

export const BURST_CHOSEN: readonly string[] = [
  ...GFC_CHOSEN,
  "The ten more flows go from R2 to R6, so that they pass the queues of R2 and R3.",
  "Six more UDP flows of 0.5 Mbps, one over each single link: table III has twice the UDP goodput of table II, and its FTP goodput is lower by just their 3 Mbps.",
];

export function burstJobs(senders: readonly Sender[], size: Size): Job[] {
  const extra = { count: EXTRA_FLOWS, fromS: burstFromS(size), toS: burstToS(size) };
  return gfcJobs(
    cross({ sender: senders }),
    ({ sender }) => ({ direction: "one-way", flow: SENDERS[sender].flow, udpRoutes: UDP_ROUTES, extra }),
    size,
  );
}

export const burstKeys = (sender: Sender, size: Size): string[] => gfcKeys({ sender }, size);
