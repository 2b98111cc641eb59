/** Which of the parallel lanes below the links each group of flows takes, so that no two lie on each other. */

export interface LaneUser {
  /** Indices of the links passed, in their order. */
  readonly links: readonly number[];
}

/** Per user, one lane for its whole way; users that share no link may share a lane. */
export function laneNumbers(users: readonly LaneUser[]): number[] {
  const taken: Set<number>[] = [];
  return users.map(({ links }) => {
    const free = taken.findIndex((on) => links.every((link) => !on.has(link)));
    const lane = free < 0 ? taken.length : free;
    taken[lane] ??= new Set();
    for (const link of links) taken[lane].add(link);
    return lane;
  });
}
