import { expect, test } from "vitest";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";

test("lines keep width, dashes and opacity, and a line needs no first move", () => {
  const svg = drawnAsSvg("a", (context) => {
    context.strokeStyle = "rgb(1, 2, 3)";
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.miterLimit = 2;
    context.globalAlpha = 0.5;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.lineTo(0, 1.234);
    context.lineTo(10, 20);
    context.stroke();
  });
  expect(svg).toBe(
    '<path d="M0,1.23L10,20" fill="none" stroke="rgb(1, 2, 3)" stroke-width="1.6" stroke-linejoin="round" stroke-miterlimit="2" stroke-dasharray="4 3" opacity="0.5"/>',
  );
});

test("drawing under one clip shares a group, and restore brings back the previous style", () => {
  const svg = drawnAsSvg("plot", (context) => {
    context.fillStyle = "red";
    context.save();
    context.beginPath();
    context.rect(1, 2, 30, 40);
    context.clip();
    for (const x of [5, 6]) {
      context.beginPath();
      context.moveTo(x, 5);
      context.lineTo(7, 8);
      context.closePath();
      context.fillStyle = "blue";
      context.fill();
    }
    context.restore();
    context.beginPath();
    context.arc(10, 10, 4, 0, 2 * Math.PI);
    context.fill();
  });
  expect(svg).toBe(
    [
      '<clipPath id="plot-clip0"><path d="M1,2h30v40h-30Z"/></clipPath>',
      '<g clip-path="url(#plot-clip0)"><path d="M5,5L7,8Z" fill="blue"/><path d="M6,5L7,8Z" fill="blue"/></g>',
      '<path d="M14,10a4,4 0 1 1 -8,0a4,4 0 1 1 8,0Z" fill="red"/>',
    ].join(""),
  );
});

test("writes texts and rounded boxes; an empty path leaves nothing", () => {
  const svg = drawnAsSvg("a", (context) => {
    context.beginPath();
    context.fill();
    context.font = "11.5px system-ui";
    context.textAlign = "center";
    context.fillStyle = "grey";
    context.fillText("cwnd < 12", 5, 6);
    context.beginPath();
    context.roundRect(0, 0, 10, 4, 3);
    context.fill();
  });
  expect(svg).toBe(
    [
      '<text x="5" y="6" fill="grey" font-size="11.5" text-anchor="middle">cwnd &lt; 12</text>',
      '<path d="M2,0h6a2,2 0 0 1 2,2v0a2,2 0 0 1 -2,2h-6a2,2 0 0 1 -2,-2v0a2,2 0 0 1 2,-2Z" fill="grey"/>',
    ].join(""),
  );
});
