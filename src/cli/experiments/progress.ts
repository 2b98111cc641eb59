/** How far a long computation is and how long it will take still, guessed from the work done so far. */
export class Progress {
  #total: number;
  #cost: number;
  #startMs: number;
  #done = 0;
  #doneCost = 0;

  constructor(costs: readonly number[], nowMs: number) {
    this.#total = costs.length;
    this.#cost = costs.reduce((sum, cost) => sum + cost, 0);
    this.#startMs = nowMs;
  }

  add(cost: number): void {
    this.#done++;
    this.#doneCost += cost;
  }

  text(nowMs: number): string {
    const runs = `${this.#done} of ${this.#total} runs`;
    if (this.#doneCost === 0) return runs;
    const leftS = ((nowMs - this.#startMs) / 1000) * (this.#cost / this.#doneCost - 1);
    return `${runs}, about ${timeText(leftS)} left`;
  }
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
