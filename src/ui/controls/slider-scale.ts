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

export interface SliderEnds {
  readonly min: number;
  readonly max: number;
}

export function sliderEnds({ min, max, sliderMin = min, sliderMax = max }: NumberParam): SliderEnds {
  return { min: sliderMin, max: sliderMax };
}

export function hasSlider(param: NumberParam): boolean {
  const { min, max } = sliderEnds(param);
  return isLog(param) || (max - min) / param.step <= MOST_STEPS;
}

/** A value beyond the slider's ends stands at the nearer one. */
export function positionOf(param: NumberParam, value: number): number {
  const { min, max } = sliderEnds(param);
  const inside = Math.min(max, Math.max(min, value));
  if (!isLog(param)) return max === min ? 0 : (inside - min) / (max - min);
  const from = logMin(param);
  return Math.max(0, Math.log(inside / from) / Math.log(max / from));
}

export function valueAt(param: NumberParam, position: number): number {
  const { min, max } = sliderEnds(param);
  const inside = Math.min(1, Math.max(0, position));
  if (inside === 0) return min;
  if (inside === 1) return max;
  if (!isLog(param)) return snap(param, min + inside * (max - min));
  return snap(param, logMin(param) * (max / logMin(param)) ** inside);
}

/** The value a key press away: `share` of the range, and at least one step, so that no press is lost to rounding. */
export function moved(param: NumberParam, value: number, share: number): number {
  const target = valueAt(param, positionOf(param, value) + share);
  const direction = Math.sign(share);
  if ((target - value) * direction > 0) return target;
  const nudged = isLog(param) ? value * (1 + direction * 0.05) : value + direction * param.step;
  const next = snap(param, nudged);
  return (next - value) * direction > 0 ? next : clamp(param, nudgeByDigit(param, value, direction));
}

/** The − and + beside a value: one declared step, finer than any slider key where the scale is logarithmic. */
export function stepped(param: NumberParam, value: number, direction: 1 | -1): number {
  if (!isLog(param)) return clamp(param, tidy(value + direction * param.step));
  return clamp(param, nudgeByDigit(param, value, direction));
}

/** One unit of the second significant digit: 10 -> 11, 95 -> 96, 100 -> 110; downwards 100 -> 99. */
function nudgeByDigit(param: NumberParam, value: number, direction: number): number {
  if (value <= 0) return direction > 0 ? param.step : param.min;
  const exponent = Math.floor(Math.log10(direction > 0 ? value * (1 + 1e-9) : value * (1 - 1e-9)));
  const unit = 10 ** (exponent - LOG_DIGITS + 1);
  const next = direction > 0 ? Math.floor(value / unit + 1e-6) + 1 : Math.ceil(value / unit - 1e-6) - 1;
  const result = tidy(next * unit);
  return param.integer
    ? Math.round(direction > 0 ? Math.max(result, value + 1) : Math.min(result, value - 1))
    : result;
}

/** The nearest value a slider would land on. */
export function snap(param: NumberParam, value: number): number {
  if (isLog(param)) {
    const digits = Number(value.toPrecision(LOG_DIGITS));
    return clamp(param, param.integer ? Math.round(digits) : digits);
  }
  const steps = Math.round((value - param.min) / param.step);
  const onGrid = Math.round(value / param.step) * param.step;
  // Steps count from zero where the range's ends lie on that grid (0.3, 0.31, …), else from the smallest value.
  const fromZero = Math.abs(param.min / param.step - Math.round(param.min / param.step)) < 1e-6;
  const snapped = fromZero ? onGrid : param.min + steps * param.step;
  return clamp(param, tidy(param.integer ? Math.round(snapped) : snapped));
}

function clamp(param: NumberParam, value: number): number {
  return Math.min(param.max, Math.max(param.min, value));
}

/** Takes the last bits of binary fractions away: 0.8099999999999999 -> 0.81. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function isLog(param: NumberParam): boolean {
  return param.scale === "log";
}

/** A logarithmic range that reaches down to zero starts at one step: zero itself is the left end. */
function logMin(param: NumberParam): number {
  const { min, max } = sliderEnds(param);
  return min > 0 ? min : Math.min(param.step, max / 10);
}
