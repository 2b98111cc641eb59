/** The one rule of slider keys: arrows range/20, Shift + arrows range/100, PageUp/Down range/10, Home/End. */
import { moved, type SliderScale, sliderEnds } from "./slider-scale.ts";

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Shares of the range by which keys move. */
const ARROW = 1 / 20;
const FINE_ARROW = 1 / 100;
const PAGE = 1 / 10;

/** The value a key asks for, or null where the key is none of a slider's. */
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
