/** What an algorithm shows of itself at a moment: the values of its probes, for those that have no words of their own. */
import type { Probe } from "../params/param.ts";
import { formatQuantity } from "../units.ts";

export function stateTexts(probes: readonly Probe[], read: (index: number) => number): string[] {
  return probes.flatMap((probe, i) => {
    const value = read(i);
    if (!Number.isFinite(value)) return [];
    const name = probe.label.charAt(0).toLowerCase() + probe.label.slice(1);
    return [`${name} ${formatQuantity(Number(value.toPrecision(3)), probe.unit)}`];
  });
}
