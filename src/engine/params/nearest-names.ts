/** "Did you mean …": finds the known names nearest to an unknown one. */

const MOST = 3;

/**
 * Returns the number of edits (insert, delete, replace, swap neighbours) between two texts. A number above `most` may be returned as
 * any other number above `most`; the search then ends early.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  let [before, last, row] = [0, 1, 2].map(() => new Array<number>(b.length + 1).fill(0));
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, before[j - 2] + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    [before, last, row] = [last, row, before];
    // No later row is lower. A swap needs the row before, which is lower by one at most.
    if (least > most + 1) return least;
  }
  return last[b.length];
}

/** Returns at most three names, nearest first; empty if no known name is similar. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  // A very long name is not compared, because no known name is similar to it.
  if (name.length > 40) return [];
  const asked = name.toLowerCase();
  return known
    .map((one) => ({ one, distance: distanceOf(asked, one) }))
    .filter(({ one, distance }) => distance <= farthestOf(one))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ one }) => one);
}

function farthestOf(known: string): number {
  return Math.max(1, Math.floor(known.length / 3));
}

function distanceOf(asked: string, known: string): number {
  const longEnough = asked.length >= 3;
  if (longEnough && known.split("-").includes(asked)) return 1;
  if (longEnough && (known.startsWith(asked) || asked.startsWith(known))) return 1;
  // The edit distance is at least the difference in length.
  const apart = Math.abs(asked.length - known.length);
  const farthest = farthestOf(known);
  return apart > farthest ? apart : editDistance(asked, known, farthest);
}
