/*
 * A way out where the page does not start: it forgets the copy of the page on this device and loads the page anew. A plain
 * script of its own, because the page's programs may be what does not come. Notebooks, reports and progress stay.
 */
setTimeout(() => {
  const starting = document.querySelector("#root > .starting");
  if (starting === null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Start afresh";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await forgetCopy();
    } finally {
      location.reload();
    }
  });
  starting.append(" This takes unusually long. ", button);
}, 10_000);

async function forgetCopy() {
  const { href, pathname } = new URL("./", document.baseURI);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.filter(({ scope }) => scope === href).map((worker) => worker.unregister()));
  for (const name of await caches.keys()) {
    const isOld = name.startsWith("sawtooth-") && (await (await caches.open(name)).match(`${href}index.html`));
    if (isOld || name.startsWith(`sawtooth ${pathname} `)) await caches.delete(name);
  }
}
