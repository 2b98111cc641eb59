/** A value dragged in the path's picture. */
import type { ReactNode } from "react";
import type { PathHandle } from "../plots/chart-props.ts";
import { DragHandle } from "../rail/DragHandle.tsx";
import type { Point } from "./polyline.ts";

export interface PathSliderProps {
  readonly handle: PathHandle;
  readonly label: string;
  readonly valueText: string;
  readonly at: Point;
  readonly vertical?: boolean;
  /** The value after the pointer has moved so far from where it took the handle. */
  readonly valueAfter: (start: number, moved: Point) => number;
  readonly onHold?: (held: boolean) => void;
  readonly children: ReactNode;
}

export function PathSlider({ handle, vertical = false, ...rest }: PathSliderProps) {
  if (handle.isFixed) return null;
  return (
    <DragHandle
      {...rest}
      className={`path-handle ${vertical ? "path-handle-vertical" : ""}`}
      orientation={vertical ? "vertical" : "horizontal"}
      value={handle.value}
      scale={handle.scale}
      onChange={handle.onDrag}
    />
  );
}
