/**
 * Keeps the page itself on this device, with what it has loaded, so that it opens without a network. A service worker answers with
 * it then (collections-worker.js); with a network the server does.
 */
const CACHE = 'ushirika.collections';
const PAGE = '/collections';

/** @throws without a network, without room, or where the server has another build, which a reload brings */
export async function keepPage(): Promise<void> {
  // A full device clears other places first: cash that is not booked lies here too.
  void navigator.storage.persist().catch(() => undefined);
  await Promise.all([
    navigator.serviceWorker
      .register(`${PAGE}/worker.js`, { scope: PAGE })
      .then(() => navigator.serviceWorker.ready),
    // The hand-over is kept, too: it must have been loaded for that.
    import('./hand-over.tsx'),
  ]);
  const assets = loadedAssets();
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // An asset never changes under its name; the page does.
  await cache.addAll([PAGE, ...assets.filter((path) => !kept.has(path))]);
  const named = await assetsNamedBy(await cache.match(PAGE));
  if (!named.every((path) => assets.includes(path))) {
    await cache.delete(PAGE);
    throw new Error('the page is not that of the parts that are loaded');
  }
  for (const path of kept) if (path !== PAGE && !assets.includes(path)) await cache.delete(path);
}

async function assetsNamedBy(page: Response | undefined): Promise<string[]> {
  return (await page?.text())?.match(/\/assets\/[\w.-]+/g) ?? [];
}

function loadedAssets(): string[] {
  const addresses = [
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[href]'), ({ href }) => href),
    ...Array.from(document.querySelectorAll<HTMLScriptElement>('script[src]'), ({ src }) => src),
  ];
  const paths = addresses
    .map((address) => new URL(address))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname);
  return [...new Set(paths)].filter((path) => path.startsWith('/assets/'));
}
