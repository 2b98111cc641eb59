/** The list of the page's features. A feature is removed by deleting its line and its folder. */

import type { Feature } from "../bench/feature.ts";
import type { PageContent } from "../core/bench.ts";
import { CORE_ACTIONS } from "../core/core-actions.ts";
import { BENCH_SCREEN } from "../core/page-options.ts";
import { teaching } from "../features/class/feature.ts";
import { compare } from "../features/compare/feature.ts";
import { customCode } from "../features/custom-code/feature.ts";
import { embed } from "../features/embed/feature.ts";
import { flows } from "../features/flows/feature.ts";
import { help } from "../features/help/feature.ts";
import { lessons } from "../features/lessons/feature.ts";
import { measured } from "../features/measured/feature.ts";
import { notebook } from "../features/notebook/feature.ts";
import { offline } from "../features/offline/feature.ts";
import { papers } from "../features/papers/feature.ts";
import { share } from "../features/share/feature.ts";
import { sweep } from "../features/sweep/feature.ts";
import { talks } from "../features/talks/feature.ts";
import { tasks } from "../features/tasks/feature.ts";
import { why } from "../features/why/feature.ts";

/** The features, in the order of the navigation and of the help. */
export const FEATURES: readonly Feature[] = [
  measured,
  why,
  tasks,
  lessons,
  papers,
  sweep,
  compare,
  notebook,
  teaching,
  talks,
  customCode,
  share,
  embed,
  offline,
  flows,
  help,
];

const consent = FEATURES.find((feature) => feature.consent !== undefined)?.consent;

/** The parts of the features that the core uses. */
export const PAGE: PageContent = {
  screens: [BENCH_SCREEN, ...FEATURES.flatMap(({ screens = [] }) => screens)],
  actions: [...CORE_ACTIONS, ...FEATURES.flatMap(({ actions = [] }) => actions)],
  ...(consent && { consent }),
  guides: FEATURES.flatMap(({ guide }) => guide ?? []),
  links: FEATURES.flatMap(({ link }) => link ?? []),
  reports: FEATURES.flatMap(({ reports = [] }) => reports),
  requests: Object.assign({}, ...FEATURES.map(({ requests }) => requests)),
};
