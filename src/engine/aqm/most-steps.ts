/** What a queue does for other packets than the one at hand takes time of its own, and is counted. */
import { TooLargeRun } from "../net/packet.ts";

export class StepCount {
  private readonly most: number;
  private readonly what: string;
  private readonly remedy: string;
  private steps = 0;

  /** `what` there are too many of, and what needs fewer: for people. */
  constructor(most: number, what: string, remedy: string) {
    this.most = most;
    this.what = what;
    this.remedy = remedy;
  }

  add(steps: number): void {
    this.steps += steps;
    if (this.steps <= this.most) return;
    const most = `${this.most / 1e6} million`;
    throw new TooLargeRun(`${this.what} more than ${most}, the most that a run may have; ${this.remedy}`);
  }
}
