/** Why a program or a file of the page did not come: the page itself is asked for once more. */
export type Missing = "unreachable" | "refused" | "renewed";

/** Ends a sentence that begins with what could not be loaded. */
export const WHY_MISSING: Record<Missing, string> = {
  unreachable: "the network does not answer. Everything that is open goes on.",
  refused: "the server answers, but does not give it. Everything that is open goes on.",
  renewed: "the site has a newer version, and this part of the old one is gone. Reloading keeps the link.",
};

/** Programs have names with a digest: of another version, the page starts another one. */
export async function whyMissing(): Promise<Missing> {
  const started = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  try {
    const page = await fetch(document.baseURI, { cache: "no-store" });
    return page.ok && !(await page.text()).includes(started) ? "renewed" : "refused";
  } catch {
    return "unreachable";
  }
}
