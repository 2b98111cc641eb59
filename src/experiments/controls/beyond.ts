/** What a claim of our own experiments fails by, put to the test. */
import { adaptiveBeta } from "../beyond/adaptive-beta.ts";
import { controlled, withSetting } from "./control.ts";

export const adaptiveBetaTarget = controlled({
  id: "control-adaptive-beta",
  of: adaptiveBeta,
  claims: ["pie-no-longer-delay"],
  title: "A β_ecn that the sender finds itself, over a PIE with a short queue",
  changed: "PIE's target at CoDel's 5 ms",
  suspected:
    "PIE means its queue to stand about its target, and slow growth below the old window makes a long sawtooth in the delay.",
  needs: ({ aqm }) => aqm === "pie",
  change: (scenario) => withSetting(scenario, "target", "5ms"),
});
