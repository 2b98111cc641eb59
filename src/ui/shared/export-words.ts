/** What is said around pictures that are saved, and their files. */
import { counted } from "../../experiments/counted.ts";

export function savedAs(name: string, format: string): string {
  return `${name} saved as ${format}`;
}

export function savedWords(name: string): string {
  return `${name} saved.`;
}

export function allSavedWords(pictures: number): string {
  return `${counted(pictures, "picture")} saved, each as SVG and PNG.`;
}

/** For the ear: the tools of one plot. */
export function pictureTools(plot: string): string {
  return `Picture: ${plot}`;
}

export function savePictureLabel(plot: string): string {
  return `Save picture: ${plot}`;
}

export function saveAsLabel(format: string, plot: string): string {
  return `Save as ${format}: ${plot}`;
}

/** The title of the path's picture, which is of one moment. */
export function pathTitle(atS: number): string {
  return `path at ${Number(atS.toFixed(2))} s`;
}
