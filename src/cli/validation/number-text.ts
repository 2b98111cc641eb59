/** Numbers of a comparison as text. */

export function signed(value: number, digits: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;
}

export function signedPercent(share: number, digits: number): string {
  return `${signed(share * 100, digits)} %`;
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** A difference of shares. */
export function points(share: number): string {
  return `${signed(share * 100, 1)} points`;
}

export function mbps(bps: number): string {
  return (bps / 1e6).toFixed(3);
}
