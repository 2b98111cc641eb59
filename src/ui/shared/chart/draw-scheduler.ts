/** All charts draw in one animation frame: reading layout and writing pixels never alternate. */

type Draw = () => void;

const waiting = new Set<Draw>();
let frame = 0;

/** Asks for one call of `draw` in the next frame; asking again before then changes nothing. */
export function scheduleDraw(draw: Draw): void {
  waiting.add(draw);
  if (frame === 0) frame = requestAnimationFrame(drawAll);
}

export function cancelDraw(draw: Draw): void {
  waiting.delete(draw);
}

/** Draws what waits for the next frame without waiting for it: a page that is printed gets none. */
export function drawNow(): void {
  cancelAnimationFrame(frame);
  drawAll();
}

/** One chart's defect must not keep the others from being drawn. */
function drawAll(): void {
  frame = 0;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) {
    try {
      draw();
    } catch (error) {
      reportError(error);
    }
  }
}
