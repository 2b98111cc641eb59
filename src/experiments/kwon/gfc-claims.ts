/** What tables II to IV say alike: the order of Reno, Reno with ECN and ECN(α, β), and the sizes of columns. */
import { checked } from "../claim.ts";
import type { Claim } from "../experiment.ts";
import { type Field, listed, type PaperRow, paperTotalMbps } from "./gfc-table.ts";
import { SENDER_IDS, type Sender } from "./senders.ts";

export interface Stated {
  readonly rows: Readonly<Record<Sender, PaperRow>>;
  /** "", ", also with the burst" */
  readonly textEnd: string;
}

/** Means of a field, one for each row of the table; null where runs are missing. */
export type Column = (field: string) => (number | null)[];

const START =
  "With ECN they are lost in slow start: packets worth 0.13 % at the common start, as without the burst (table II), and another tenth of a per cent as ten more flows start at once. In the paper the burst costs 0.04 % and 0.01 %; how its flows start is not in the text.";

/** Columns that do not hang on the sizes of web pages, which the paper does not state. */
const SIZES = [
  { id: "goodput-udp", field: "udpMbps", what: "Goodput of UDP", unit: "Mbps", within: 0.1 },
  { id: "goodput-ftp", field: "ftpMbps", what: "Goodput of the bulk flows", unit: "Mbps", within: 0.1 },
  { id: "drops-udp", field: "udpDropPercent", what: "What UDP loses", unit: "%", within: 1 / 3 },
  { id: "drops-http", field: "httpDropPercent", what: "What web pages lose", unit: "%", within: 1 / 3 },
  { id: "drops-ftp-size", field: "ftpDropPercent", what: "What bulk flows lose", unit: "%", within: 1 / 3 },
] as const satisfies readonly { readonly id: string; readonly field: Field; [of: string]: unknown }[];

export type SizeId = (typeof SIZES)[number]["id"];

/** Rows of the table that nothing was fitted to and no other table has: `which` of those in `column`. */
export interface SizedRows {
  readonly which: readonly number[];
  readonly rows: readonly PaperRow[];
  readonly textEnd: string;
  readonly causes?: Partial<Record<SizeId, string>>;
}

export function sizeClaims({ which, rows, textEnd, causes = {} }: SizedRows, column: Column): Claim[] {
  return SIZES.flatMap(({ id, field, what, unit, within }) => {
    const paper = which.map((i) => rows[i][field]);
    const all = column(field);
    const cause = causes[id] ?? (id === "drops-ftp-size" ? START : undefined);
    return checked(
      {
        id,
        text: `${what} is as in the table${textEnd}.`,
        paper: listed(paper, unit),
        tolerance: `each within ${within === 0.1 ? "a tenth" : "a third"}: rates, routes and loads are not in the text`,
        ...(cause !== undefined && { cause }),
      },
      which.map((i) => all[i]),
      (...ours) => ({
        ours: listed(ours, unit),
        holds: ours.every((value, i) => Math.abs(value / paper[i] - 1) <= within),
      }),
    );
  });
}

export function totalClaims({ rows, textEnd }: Stated, column: Column): Claim[] {
  const paper = SENDER_IDS.map((sender) => paperTotalMbps(rows[sender]));
  return [
    ...checked(
      {
        id: "goodput-order",
        text: `ECN(α, β) has the most goodput in total, Reno without ECN the least${textEnd}.`,
        paper: listed(paper, "Mbps"),
        tolerance: "the order alone",
      },
      column("totalMbps"),
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "Mbps"), holds: reno < ecn && ecn < ab }),
    ),
    ...checked(
      {
        id: "goodput-size",
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

export function dropClaims({ rows, textEnd }: Stated, column: Column): Claim[] {
  const paper = listed(
    SENDER_IDS.map((sender) => rows[sender].totalDropPercent),
    "%",
  );
  const drops = column("totalDropPercent");
  return [
    ...checked(
      {
        id: "drops-ecn",
        text: `With ECN, of either kind, less is dropped than without${textEnd}.`,
        paper,
        tolerance: "the order alone",
      },
      drops,
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "%"), holds: ecn < reno && ab < reno }),
    ),
    ...checked(
      {
        id: "drops-ab",
        text: `With ECN(α, β) less is dropped than with plain ECN${textEnd}.`,
        paper,
        tolerance: "the order alone",
      },
      drops,
      (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "%"), holds: ab < ecn }),
    ),
  ];
}
