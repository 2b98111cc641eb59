/**
 * Converts between a slider's position (0 to 1), its keys and a parameter's value: linear or logarithmic, always rounded to
 * a step. If the allowed range is too wide for a slider, the slider covers a part of it; values outside that part can
 * be typed or reached by small steps.
 */
import type { KeyboardEvent } from "react";
import type { NumberParam } from "../../engine/index.ts";

/** Number of steps of the native range input. */
export const SLIDER_STEPS = 1000;

/** Significant digits of the values of a logarithmic slider. */
const LOG_DIGITS = 2;

/**
 * Number of steps above which a slider could not be used precisely. A parameter such as the seed is typed or stepped
 * instead.
 */
const MOST_STEPS = 100_000;

/** The range of a slider: a declared number, or a limited part of it. */
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

/** Returns the position of a value. A value beyond the slider's ends has the position of the nearer end. */
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

/**
 * Returns the value after a key press: moved by `share` of the range and at least by one step, so that no key press is lost to
 * rounding.
 */
export function moved(scale: SliderScale, value: number, share: number): number {
  const target = valueAt(scale, positionOf(scale, value) + share);
  const direction = Math.sign(share);
  if ((target - value) * direction > 0) return target;
  const nudged = isLog(scale) ? value * (1 + direction * 0.05) : value + direction * scale.step;
  const next = snap(scale, nudged);
  return (next - value) * direction > 0 ? next : clamp(scale, nudgeByDigit(scale, value, direction));
}

/** Returns the value after a click on − or +: one declared step. On a logarithmic scale this is finer than any slider key. */
export function stepped(scale: SliderScale, value: number, direction: 1 | -1): number {
  if (!isLog(scale)) return clamp(scale, tidy(value + direction * scale.step));
  return clamp(scale, nudgeByDigit(scale, value, direction));
}

/** Changes the second significant digit by one: 10 -> 11, 95 -> 96, 100 -> 110; downwards 100 -> 99. */
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

/** Returns the nearest value on the steps of the scale. */
export function snap(scale: SliderScale, value: number): number {
  if (isLog(scale)) {
    const digits = Number(value.toPrecision(LOG_DIGITS));
    return clamp(scale, scale.integer ? Math.round(digits) : digits);
  }
  const steps = Math.round((value - scale.min) / scale.step);
  const onGrid = Math.round(value / scale.step) * scale.step;
  // Steps count from zero if the ends of the range are multiples of the step (0.3, 0.31, …), otherwise from the
  // smallest value.
  const fromZero = Math.abs(scale.min / scale.step - Math.round(scale.min / scale.step)) < 1e-6;
  const snapped = fromZero ? onGrid : scale.min + steps * scale.step;
  return clamp(scale, tidy(scale.integer ? Math.round(snapped) : snapped));
}

/** Returns the nearest value that the slider can have, including its ends. */
export function landed(scale: SliderScale, value: number): number {
  const { min, max } = sliderEnds(scale);
  return snap(scale, Math.min(max, Math.max(min, value)));
}

function clamp(scale: SliderScale, value: number): number {
  return Math.min(scale.max, Math.max(scale.min, value));
}

/** Removes the rounding error of binary fractions: 0.8099999999999999 -> 0.81. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function isLog(scale: SliderScale): boolean {
  return scale.scale === "log";
}

/** Returns the start of a logarithmic range that includes 0: one step. The left end of the slider is 0 itself. */
function logMin(scale: SliderScale): number {
  const { min, max } = sliderEnds(scale);
  return min > 0 ? min : Math.min(scale.step, max / 10);
}

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Shares of the range by which keys move. */
const ARROW = 1 / 20;
const FINE_ARROW = 1 / 100;
const PAGE = 1 / 10;

/** Returns the value after a key press; null if a slider does not use the key. */
export function keyTarget(scale: SliderScale, value: number, press: KeyPress): number | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const arrow = press.shiftKey ? FINE_ARROW : ARROW;
  switch (press.key) {
    case "ArrowRight":
    case "ArrowUp":
      return moved(scale, value, arrow);
    case "ArrowLeft":
    case "ArrowDown":
      return moved(scale, value, -arrow);
    case "PageUp":
      return moved(scale, value, PAGE);
    case "PageDown":
      return moved(scale, value, -PAGE);
    case "Home":
      return sliderEnds(scale).min;
    case "End":
      return sliderEnds(scale).max;
    default:
      return null;
  }
}
