/** A QR code as the path of its dark modules. */
import { encode } from "uqr";

export interface QrPath {
  /** Modules along a side, the quiet zone included. */
  readonly size: number;
  readonly path: string;
}

/** As the standard asks for it, in modules. */
const QUIET_ZONE = 4;

/** Null for a text that no QR code holds. As robust as the size that the text needs allows. */
export function qrPath(text: string): QrPath | null {
  try {
    const { size, data } = encode(text, { ecc: "L", boostEcc: true, border: QUIET_ZONE });
    return { size, path: data.flatMap(rowPath).join("") };
  } catch {
    return null;
  }
}

/** A bar for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const bars: string[] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    bars.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`);
  }
  return bars;
}
