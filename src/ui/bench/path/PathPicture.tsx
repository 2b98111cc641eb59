/** What moves in a drawn path, and what can be asked there: the same over one link and over several. */
import type { PathStripProps } from "../plots/chart-props.ts";
import { PathWhy, type PathWhyProps } from "./PathWhy.tsx";
import { PictureCanvas, type PictureCanvasProps } from "./PictureCanvas.tsx";

interface PathPictureProps
  extends Pick<PictureCanvasProps, "size" | "draw" | "falls">,
    Pick<PathWhyProps, "ground" | "scene"> {
  readonly strip: PathStripProps;
  /** The queue that can be asked; null where the watched link is not drawn yet. */
  readonly queue: Pick<PathWhyProps, "box" | "direction"> | null;
}

export function PathPicture({ strip, size, draw, falls, ground, scene, queue }: PathPictureProps) {
  const { run, pictures, reducedMotion } = strip;
  return (
    <>
      <PictureCanvas
        size={size}
        draw={draw}
        falls={falls}
        pictures={pictures}
        run={run.scenario}
        reducedMotion={reducedMotion}
      />
      {queue !== null && (
        <PathWhy
          ground={ground}
          scene={scene}
          run={run}
          pictures={pictures}
          box={queue.box}
          direction={queue.direction}
        />
      )}
    </>
  );
}
