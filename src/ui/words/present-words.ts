/** What a projector and a talk say around their numbers. */

export function sceneCount(step: number, scenes: number): string {
  return `${step} / ${scenes}`;
}

/** For the list of scenes. */
export function sceneName(step: number, sentence: string): string {
  return `${step}. ${sentence}`;
}

/** For those who hear the page. */
export function sceneNews(step: number, scenes: number, sentence: string): string {
  return `Scene ${step} of ${scenes}: ${sentence}`;
}

export function revealCount(left: number): string {
  return left === 1 ? "One more step in this scene" : `${left} more steps in this scene`;
}

export function plotKey(number: number, label: string): string {
  return `${number} ${label}`;
}

export function problemLine({ line, message }: { readonly line: number; readonly message: string }): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}
