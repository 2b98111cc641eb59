/** One flow = one hue everywhere; a dash tells flows apart without colour. */

export const FLOW_HUES = 8;

const DASHES: readonly (readonly number[])[] = [[], [9, 3], [2, 2.5], [11, 3, 2, 3], [5, 3]];

/** For CSS and SVG; the canvas takes `ChartColours.flows` at the same index. */
export function flowColour(flow: number): string {
  return `var(--flow-${flow % FLOW_HUES})`;
}

export function flowDash(flow: number): readonly number[] {
  return DASHES[flow % DASHES.length];
}
