/**
 * The service worker of the pages under /collections: without a network it answers with what they have kept of themselves
 * (pages/collections/keep-page.ts). It touches no request of the API.
 */
const CACHE = 'ushirika.collections';
const PAGE = '/collections';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetchOrKept(request, PAGE));
  else if (pathname.startsWith('/assets/')) event.respondWith(fetchOrKept(request, pathname));
});

async function fetchOrKept(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path, { cacheName: CACHE, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
