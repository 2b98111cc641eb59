/** A picture as pixels, for slides and papers that take no SVG. */

const LEAST_SCALE = 2;
/** A slide's width: smaller pictures are drawn larger. */
const SLIDE_PX = 1920;

export function pngScale(width: number): number {
  return Math.max(LEAST_SCALE, Math.ceil(SLIDE_PX / width));
}

export async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = pngScale(image.width);
  const canvas = document.createElement("canvas");
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The browser could not draw the picture.");
  return new Uint8Array(await blob.arrayBuffer());
}
