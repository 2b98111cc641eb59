/** Every screen of the page: its URL, the check that it is shown, and a user's first action on it. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { packText } from "../../src/lib/packed-text.ts";
import { PAGE } from "../../src/ui/app/features.ts";
import { BENCH_SCREEN } from "../../src/ui/core/page-options.ts";
import { openPage, painted } from "./browser.ts";
import { enter, expectAccessible, fragmentWith, press } from "./page-state.ts";
import { untranslated } from "./translators.ts";

export interface Screen {
  readonly name: string;
  /** Fragment of the screen's URL, without "#". */
  readonly link: string;
  /** Checks that the screen is shown with its content. */
  readonly there: (page: Page) => Promise<unknown>;
  readonly use: (page: Page) => Promise<unknown>;
  /**
   * True for screens used in class: their targets must be at least 24 px wide, and their text must allow wider
   * spacing.
   */
  readonly isForTeaching?: true;
}

export const SMALL_TASK = `---
kind: task
id: small
lang: en
title: Small
scenario: #v=2&duration=10s
change: beta-ecn 0.5..0.95
count: utilisation >= 85 %
hint: How far does cwnd fall?
---

Keep it busy.
`;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();
/** Returns the text without the marks of a simulated translation (`translators.ts`). */
const saidIn = async (part: Locator) => untranslated(await part.innerText());
const setBeta = async (page: Page) => {
  await enter(page.getByRole("textbox", { name: /Backoff on a mark/ }), "0.8");
  await fragmentWith(page, "beta-ecn=0.8");
};
const chooseFirst = async (page: Page) => {
  await page.getByRole("slider").first().focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("slider").first().getAttribute("aria-valuetext")).toMatch(/\d/);
};

const WAYS: readonly Screen[] = [
  {
    name: "bench",
    link: "v=2",
    there: painted,
    use: async (page) => {
      await setBeta(page);
      const said = expect.poll(() => saidIn(page.getByRole("main")));
      await said.toMatch(/instead of 0\.50: [\d.]+ % of the link used/);
    },
  },
  {
    name: "run with very many teeth",
    link: "v=2&rtt=20ms",
    there: painted,
    use: async (page) => {
      // The page opens at about ten teeth around the playhead. A strip of the whole run shows the part in view.
      const part = page.getByRole("slider", { name: "Part of the run that the plots show" });
      await expect.poll(() => part.getAttribute("aria-valuetext")).toBe("17.5 s to 22.5 s of 100 s");
      await part.press("End");
      await expect.poll(() => part.getAttribute("aria-valuetext")).toBe("95 s to 100 s of 100 s");
      await button(page, "whole run").click();
      await expect.poll(() => part.getAttribute("aria-valuetext")).toBe("0 s to 100 s of 100 s");
    },
  },
  {
    name: "bench with several links",
    link: "v=2&path=gfc-2&duration=5s",
    there: painted,
    use: async (page) => {
      await page.getByText("6 links").click();
      await page.getByRole("button", { name: "R1 to R2 5 Mbps" }).click();
    },
  },
  {
    name: "story of a cut",
    link: "v=2&at=60s",
    there: painted,
    use: async (page) => {
      await page.locator("body").press("w");
      await heading(page, /^Why\?/);
    },
  },
  {
    name: "live run",
    link: "v=2&path=parking-lot&mode=live",
    there: (page) =>
      page
        .locator(".control__note", { hasText: "The topology cannot change during a live run" })
        .waitFor({ state: "attached" }),
    use: (page) => button(page, "Step forward").click(),
  },
  {
    name: "lessons",
    isForTeaching: true,
    link: "screen=lessons",
    there: (page) => page.getByRole("link", { name: /Bufferbloat/ }).waitFor(),
    use: (page) => page.getByText("Source", { exact: true }).first().click(),
  },
  {
    name: "lesson",
    isForTeaching: true,
    link: "lesson=bufferbloat",
    there: (page) => heading(page, "A buffer twelve times as large"),
    use: async (page) => {
      await page.keyboard.press("Escape");
      const panel = page.getByRole("region", { name: "Lesson: Bufferbloat" });
      await panel.getByRole("radio").first().check();
      await panel.getByRole("button", { name: "Next", exact: true }).click();
      await heading(page, "How long will a packet wait?");
    },
  },
  {
    name: "papers",
    link: "screen=papers",
    there: (page) => heading(page, "Papers reproduced"),
    use: async (page) => {
      await page.getByText(/of the papers’ \d+ claims hold/).waitFor();
    },
  },
  {
    name: "figure",
    link: "screen=papers&figure=kwon-9",
    there: (page) => page.getByRole("slider").first().waitFor(),
    use: async (page) => {
      await chooseFirst(page);
      await page
        .getByRole("button", { name: /^Table: / })
        .first()
        .click();
    },
  },
  {
    name: "map",
    link: "screen=papers&figure=map-beta",
    there: (page) => page.getByRole("slider", { name: /cells/ }).first().waitFor(),
    use: chooseFirst,
  },
  {
    name: "sweep",
    link: "screen=sweep&v=2&duration=20s&x=beta-ecn=0.5,0.9&y=cc=cubic,newreno",
    there: (page) => page.getByText(/^4 runs in/).waitFor(),
    use: chooseFirst,
  },
  {
    name: "sweep with faults",
    link: "screen=sweep&v=2&x=nope=1&seeds=0&path=parking-lot&metric=goodput",
    there: (page) => page.getByRole("alert").filter({ hasText: "nope" }).first().waitFor(),
    use: async (page) => {
      const run = button(page, "Run the sweep");
      expect(await run.isDisabled()).toBe(true);
      // Grey words would be hard to read on the colour of a main button.
      const backgroundOf = (of: Locator) => of.evaluate((one) => getComputedStyle(one).backgroundColor);
      expect(await backgroundOf(run)).toBe(await backgroundOf(button(page, "Measure another")));
    },
  },
  {
    name: "comparison",
    link: "screen=compare&v=2&flow=cc=cubic&flow=cc=prague&duration=5s&warmup=1s",
    there: (page) => page.getByText("Same seed, traffic and path", { exact: false }).first().waitFor(),
    use: async (page) => {
      await page.getByRole("checkbox", { name: "FQ-CoDel", exact: true }).check();
      await page.getByRole("alert").filter({ hasText: "5 values: choose two to four" }).waitFor();
      await page.getByRole("checkbox", { name: "DropTail", exact: true }).uncheck();
      await heading(page, "CoDel · PIE · FQ-CoDel · DualPI2");
    },
  },
  {
    name: "notebook",
    link: `screen=notebook&runs=${packText("v=2&duration=10s first\nv=2&duration=10s&aqm=pie with PIE")}`,
    there: (page) => page.getByText("2 runs", { exact: true }).waitFor(),
    use: (page) => page.getByRole("combobox", { name: "Scales" }).selectOption("separate for each run"),
  },
  {
    name: "report",
    link: "screen=report&v=2&duration=5s&warmup=0s",
    there: (page) => page.getByText("4 figures are drawn.").waitFor(),
    use: async (page) => {
      await page.getByRole("textbox", { name: "Notes", exact: true }).fill("The link is **full**.");
      await page.getByRole("article").getByText("The link is full.").waitFor();
    },
  },
  {
    name: "class, a task",
    isForTeaching: true,
    link: "screen=class",
    there: (page) => page.getByRole("textbox", { name: "Link of the task" }).waitFor(),
    use: async (page) => {
      await button(page, "Add a condition").click();
      await page.getByRole("textbox", { name: "Value of condition 2" }).waitFor();
    },
  },
  {
    name: "class, hand-ins",
    isForTeaching: true,
    link: "screen=class&check",
    there: (page) => button(page, "Check").waitFor(),
    use: (page) => page.getByRole("textbox", { name: /One link or code/ }).fill("nothing"),
  },
  {
    name: "class, a talk",
    isForTeaching: true,
    link: "screen=class&talk",
    there: (page) => page.getByRole("tab", { name: "Talk", selected: true }).waitFor(),
    use: async (page) => {
      const opening = page.getByText("Open an existing talk");
      await opening.click();
      await button(page, "Open the example").click();
      await page.getByRole("region", { name: "Scene 1" }).waitFor();
      await opening.click();
    },
  },
  {
    name: "task",
    isForTeaching: true,
    link: `task=${packText(SMALL_TASK)}`,
    there: (page) => button(page, "Try this answer").waitFor(),
    use: async (page) => {
      await button(page, "Try this answer").click();
      await expect.poll(() => saidIn(page.locator(".task__outcome"))).toMatch(/met\.$/);
    },
  },
  {
    name: "talk",
    isForTeaching: true,
    link: "talk=one-mark",
    there: (page) => page.getByRole("region", { name: /^Talk: One mark/ }).waitFor(),
    use: async (page) => {
      await button(page, "Next scene").click();
      await fragmentWith(page, "guide-step=2");
    },
  },
  {
    name: "projector",
    link: "talk=one-mark&guide-step=4&present=1",
    there: (page) => page.getByRole("button", { name: /^4 \/ 5\b/ }).waitFor(),
    use: async (page) => {
      await press(page, "PageDown", "PageDown", "t");
      await page.locator(".projector .chart-axes text").first().waitFor();
    },
  },
  {
    name: "embedded",
    isForTeaching: true,
    link: "v=2&embed=1&touch=beta-ecn",
    there: (page) => page.getByRole("link", { name: /Open in Sawtooth/ }).waitFor(),
    use: setBeta,
  },
];

/** The screens that have no way above. Their first control is reached with the keyboard. */
const otherScreens = PAGE.screens
  .filter(({ id }) => id !== BENCH_SCREEN.id && !WAYS.some(({ link }) => isScreen(link, id)))
  .map(({ id, label }): Screen => {
    return {
      name: label,
      link: `screen=${id}`,
      there: (page) => page.getByRole("main").getByRole("heading").first().waitFor(),
      use: (page) =>
        page.getByRole("main").locator("a[href], button, input, select, textarea").first().focus(),
    };
  });

function isScreen(link: string, id: string): boolean {
  return new URLSearchParams(link).get("screen") === id;
}

/** A way through each screen of the page. */
export const SCREENS: readonly Screen[] = [...WAYS, ...otherScreens];

/** The first 12 screens take about as long as the other screens and the dialogs together. */
export const HALF = 12;

/**
 * Opens a screen and uses it once, without console errors or requests to other hosts, and checks it with axe. These
 * tests and the dialogs' tests are the browser tests of `npm test`; the others belong to `npm run test:all`.
 */
export async function expectOneWay({ link, there, use, isForTeaching }: Screen): Promise<void> {
  const page = await openPage({ fragment: link });
  await there(page);
  await use(page);
  await expectAccessible(page, "html", { targets: isForTeaching });
  expect(await page.title()).toMatch(/Sawtooth/);
}

/** Dialogs by name, each opened from the bench with several flows. */
export const DIALOGS: readonly (readonly [name: string | RegExp, open: (page: Page) => Promise<void>])[] = [
  ["Presets", (page) => button(page, "Presets").click()],
  ["Share", (page) => button(page, "Share").click()],
  [
    "A link for others",
    async (page) => {
      await button(page, "Share").click();
      await button(page, "Create a link for others").click();
    },
  ],
  ["Model notes", (page) => fromHelp(page, "Model notes")],
  ["How accurate is it?", (page) => page.getByRole("button", { name: /^(Not v|V)alidated/ }).click()],
  ["Help", (page) => page.getByRole("button", { name: "Help and keys" }).click()],
  ["Accessibility", (page) => fromHelp(page, "Accessibility")],
  ["Licences", (page) => fromHelp(page, "Licences")],
  ["CoDel", (page) => page.getByRole("button", { name: "About this queue discipline" }).click()],
  ["Numbers per flow", (page) => button(page, "Numbers per flow").click()],
];

/** Closes a dialog with Escape. The first Escape may only close the tip of a term under the pointer. */
export async function closeDialog(page: Page): Promise<void> {
  const left = async () => {
    await page.keyboard.press("Escape");
    return page.getByRole("dialog").count();
  };
  await expect.poll(left).toBe(0);
}

async function fromHelp(page: Page, name: string): Promise<void> {
  await page.locator("body").press("?");
  await page.getByRole("dialog").getByRole("button", { name }).click();
}
