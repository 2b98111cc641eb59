/** Asks a worker of its own for queue delays by flow, latest wins; made when they are first wanted. */
import type { FlowDelays, Scenario } from "../engine/index.ts";
import { startBrowserWorker } from "./browser-worker.ts";
import { LatestClient } from "./latest-client.ts";
import { SupervisedWorker, type SupervisionOptions } from "./supervised-worker.ts";

export class DelaysClient {
  #client: LatestClient<FlowDelays>;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#client = new LatestClient(new SupervisedWorker(options));
  }

  /** At the link with that index, up to `untilS`; null when a newer request supersedes this one. */
  count(scenario: Scenario, link: number, untilS: number): Promise<FlowDelays | null> {
    return this.#client.ask((api) => api.flowDelays(scenario, link, untilS));
  }

  dispose(): void {
    this.#client.dispose();
  }
}
