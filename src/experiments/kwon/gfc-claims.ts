/** What tables II and III both say of Reno, Reno with ECN and ECN(α, β), in this order. */
import { checked } from "../claim.ts";
import type { Claim } from "../experiment.ts";
import { listed, type PaperRow, paperTotalMbps } from "./gfc-table.ts";
import { SENDER_IDS, type Sender } from "./senders.ts";

export interface Stated {
  readonly rows: Readonly<Record<Sender, PaperRow>>;
  /** "-one-way", "" */
  readonly idEnd: string;
  /** "; 22 bulk flows one way", "" */
  readonly textEnd: string;
}

/** The three senders' means of a field; null where runs are missing. */
export type Column = (field: string) => (number | null)[];

export const SLOW_START_OVERSHOOT =
  "Most drops of ECN(α, β) fall in the first 5 s (the last column but one leaves these out), in the flows' slow start: there, too, it gives up an eighth per mark, so that the overshoot lasts longer, and nothing bounds the windows as ns-2's default of 20 packets does.";

export function totalClaims({ rows, idEnd, textEnd }: Stated, column: Column): Claim[] {
  const paper = SENDER_IDS.map((sender) => paperTotalMbps(rows[sender]));
  return [
    ...checked(
      {
        id: `goodput-order${idEnd}`,
        text: `ECN(α, β) has the most goodput in total, Reno without ECN the least${textEnd}.`,
        paper: listed(paper, "Mbps"),
        tolerance: "the order alone",
      },
      column("totalMbps"),
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "Mbps"), holds: reno < ecn && ecn < ab }),
    ),
    ...checked(
      {
        id: `goodput-size${idEnd}`,
        text: `The totals are as in the table${textEnd}.`,
        paper: listed(paper, "Mbps"),
        tolerance: "each within a tenth: rates and routes are not in the text",
      },
      column("totalMbps"),
      (...ours) => ({
        ours: listed(ours, "Mbps"),
        holds: ours.every((value, i) => Math.abs(value / paper[i] - 1) <= 0.1),
      }),
    ),
  ];
}

export function dropClaims({ rows, idEnd, textEnd }: Stated, column: Column): Claim[] {
  const paper = listed(
    SENDER_IDS.map((sender) => rows[sender].totalDropPercent),
    "%",
  );
  const drops = column("totalDropPercent");
  return [
    ...checked(
      {
        id: `drops-ecn${idEnd}`,
        text: `With ECN, of either kind, less is dropped than without${textEnd}.`,
        paper,
        tolerance: "the order alone",
      },
      drops,
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "%"), holds: ecn < reno && ab < reno }),
    ),
    ...checked(
      {
        id: `drops-ab${idEnd}`,
        text: `With ECN(α, β) less is dropped than with plain ECN${textEnd}.`,
        paper,
        tolerance: "the order alone",
        cause: SLOW_START_OVERSHOOT,
      },
      drops,
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "%"), holds: ab < ecn }),
    ),
  ];
}
