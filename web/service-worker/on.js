// Shows the offline page if a page cannot be loaded from the network. Everything else is left to the browser, so that
// only the deployed version of the app is ever shown.

// The build inserts a hash of the files below, so that a change to any of them installs a new worker.
const VERSION = '__VERSION__';
const CACHE = `offline-page-${VERSION}`;
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/theme.js'];
/** Firebase's sign-in pages, and the API. */
const IGNORED = /^\/(__|api)\//;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || IGNORED.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(pageFor(event));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => cached(pathname)));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The browser requests the page while this worker starts, not after.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The network's response, whatever its status; the offline page if there is none. */
async function pageFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return cached(PAGE);
  }
}

/** A file of the offline page, cached when this worker was installed. */
async function cached(file) {
  const cache = await caches.open(CACHE);
  return (await cache.match(file)) ?? Response.error();
}
