/** The one rule of slider keys: arrows range/20, Shift + arrows range/100, PageUp/Down range/10, Home/End. */

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** Whether a step is a ratio instead of a difference. */
  readonly log: boolean;
  /** What values of a linear range are rounded to; a thousandth of the range where absent. */
  readonly step?: number;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1 / 20,
  ArrowRight: 1 / 20,
  ArrowDown: -1 / 20,
  ArrowLeft: -1 / 20,
  PageUp: 1 / 10,
  PageDown: -1 / 10,
};

/** The value a key asks for, or null where the key is none of a slider's. */
export function valueForKey(key: string, shift: boolean, value: number, range: SliderRange): number | null {
  if (key === "Home") return range.min;
  if (key === "End") return range.max;
  const step = STEPS[key];
  if (step === undefined) return null;
  const fine = shift && key.startsWith("Arrow") ? 1 / 5 : 1;
  const wanted = fromFraction(toFraction(value, range) + step * fine, range);
  const rounded = roundSensibly(wanted, range);
  return rounded === value ? stepAway(value, Math.sign(step), range) : rounded;
}

/** No press is lost to rounding: the least step there is. */
function stepAway(value: number, direction: number, range: SliderRange): number {
  const step = range.log ? grainOf(value, LOG_DIGITS + 1) : linearStep(range);
  return inside(tidy(value + direction * step), range);
}

/** A logarithmic range that is declared from 0 begins here, as a share of its end. */
const LOG_REACH = 1e-6;

export function toFraction(value: number, { min, max, log }: SliderRange): number {
  if (!log) return max === min ? 0 : (value - min) / (max - min);
  const low = min > 0 ? min : max * LOG_REACH;
  return Math.max(0, Math.log(Math.max(value, low) / low) / Math.log(max / low));
}

export function fromFraction(fraction: number, { min, max, log }: SliderRange): number {
  if (fraction <= 0) return min;
  if (fraction >= 1) return max;
  if (!log) return min + (max - min) * fraction;
  const low = min > 0 ? min : max * LOG_REACH;
  return low * (max / low) ** fraction;
}

/** What a hand can mean: two significant digits on a log range, whole steps on a linear one. */
export function roundSensibly(value: number, range: SliderRange): number {
  const grain = range.log ? grainOf(value, LOG_DIGITS) : linearStep(range);
  return inside(tidy(Math.round(value / grain) * grain), range);
}

const LOG_DIGITS = 2;

/** The value of the last of so many significant digits. */
function grainOf(value: number, digits: number): number {
  return 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - digits + 1);
}

function linearStep({ min, max, step }: SliderRange): number {
  return step ?? 10 ** Math.ceil(Math.log10((max - min) / 1000));
}

function inside(value: number, { min, max }: SliderRange): number {
  return Math.min(max, Math.max(min, value));
}

/** Without the dust of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
