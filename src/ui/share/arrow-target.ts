/** Which of a list's items a key leads to: arrows one on, Home and End to the ends; null where the key is none of these. */
export function arrowTarget(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(count - 1, at + 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
