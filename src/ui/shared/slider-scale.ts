/**
 * Between a slider's position (0 to 1) and a parameter's value: linear or logarithmic, always landing on a round value.
 * Where all that is allowed would be too wide for a slider, it ends earlier; typed values and small steps reach the rest.
 */
import type { NumberParam } from "../../engine/index.ts";

/** Steps of the native range input that carries the slider. */
export const SLIDER_STEPS = 1000;

/** Significant digits a logarithmic slider lands on. */
const LOG_DIGITS = 2;

/** More steps than anybody could point at: a seed is typed or stepped, not slid. */
const MOST_STEPS = 100_000;

/** What a slider goes through: a declared number, or as much of one as it takes. */
export type SliderScale = Pick<
  NumberParam,
  "min" | "max" | "step" | "scale" | "sliderMin" | "sliderMax" | "integer"
>;

interface SliderEnds {
  readonly min: number;
  readonly max: number;
}

export function sliderEnds({ min, max, sliderMin = min, sliderMax = max }: SliderScale): SliderEnds {
  return { min: sliderMin, max: sliderMax };
}

export function hasSlider(scale: SliderScale): boolean {
  const { min, max } = sliderEnds(scale);
  return isLog(scale) || (max - min) / scale.step <= MOST_STEPS;
}

/** A value beyond the slider's ends stands at the nearer one. */
export function positionOf(scale: SliderScale, value: number): number {
  const { min, max } = sliderEnds(scale);
  const inside = Math.min(max, Math.max(min, value));
  if (!isLog(scale)) return max === min ? 0 : (inside - min) / (max - min);
  const from = logMin(scale);
  return Math.max(0, Math.log(inside / from) / Math.log(max / from));
}

export function valueAt(scale: SliderScale, position: number): number {
  const { min, max } = sliderEnds(scale);
  const inside = Math.min(1, Math.max(0, position));
  if (inside === 0) return min;
  if (inside === 1) return max;
  if (!isLog(scale)) return snap(scale, min + inside * (max - min));
  return snap(scale, logMin(scale) * (max / logMin(scale)) ** inside);
}

/** The value a key press away: `share` of the range, and at least one step, so that no press is lost to rounding. */
export function moved(scale: SliderScale, value: number, share: number): number {
  const target = valueAt(scale, positionOf(scale, value) + share);
  const direction = Math.sign(share);
  if ((target - value) * direction > 0) return target;
  const nudged = isLog(scale) ? value * (1 + direction * 0.05) : value + direction * scale.step;
  const next = snap(scale, nudged);
  return (next - value) * direction > 0 ? next : clamp(scale, nudgeByDigit(scale, value, direction));
}

/** The − and + beside a value: one declared step, finer than any slider key where the scale is logarithmic. */
export function stepped(scale: SliderScale, value: number, direction: 1 | -1): number {
  if (!isLog(scale)) return clamp(scale, tidy(value + direction * scale.step));
  return clamp(scale, nudgeByDigit(scale, value, direction));
}

/** One unit of the second significant digit: 10 -> 11, 95 -> 96, 100 -> 110; downwards 100 -> 99. */
function nudgeByDigit(scale: SliderScale, value: number, direction: number): number {
  if (value <= 0) return direction > 0 ? scale.step : scale.min;
  const exponent = Math.floor(Math.log10(direction > 0 ? value * (1 + 1e-9) : value * (1 - 1e-9)));
  const unit = 10 ** (exponent - LOG_DIGITS + 1);
  const next = direction > 0 ? Math.floor(value / unit + 1e-6) + 1 : Math.ceil(value / unit - 1e-6) - 1;
  const result = tidy(next * unit);
  return scale.integer
    ? Math.round(direction > 0 ? Math.max(result, value + 1) : Math.min(result, value - 1))
    : result;
}

/** The nearest value on the steps of the scale. */
export function snap(scale: SliderScale, value: number): number {
  if (isLog(scale)) {
    const digits = Number(value.toPrecision(LOG_DIGITS));
    return clamp(scale, scale.integer ? Math.round(digits) : digits);
  }
  const steps = Math.round((value - scale.min) / scale.step);
  const onGrid = Math.round(value / scale.step) * scale.step;
  // Steps count from zero where the range's ends lie on that grid (0.3, 0.31, …), else from the smallest value.
  const fromZero = Math.abs(scale.min / scale.step - Math.round(scale.min / scale.step)) < 1e-6;
  const snapped = fromZero ? onGrid : scale.min + steps * scale.step;
  return clamp(scale, tidy(scale.integer ? Math.round(snapped) : snapped));
}

/** The nearest value that a slider would land on, its ends included. */
export function landed(scale: SliderScale, value: number): number {
  const { min, max } = sliderEnds(scale);
  return snap(scale, Math.min(max, Math.max(min, value)));
}

function clamp(scale: SliderScale, value: number): number {
  return Math.min(scale.max, Math.max(scale.min, value));
}

/** Takes the last bits of binary fractions away: 0.8099999999999999 -> 0.81. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function isLog(scale: SliderScale): boolean {
  return scale.scale === "log";
}

/** A logarithmic range that reaches down to zero starts at one step: zero itself is the left end. */
function logMin(scale: SliderScale): number {
  const { min, max } = sliderEnds(scale);
  return min > 0 ? min : Math.min(scale.step, max / 10);
}
