// Shows the offline page if a page cannot be loaded from the network. Everything else is left to the browser, so that
// only the deployed version of the app is ever shown.

// The build puts in what the files below are made of: another worker is installed once any of them is another.
const VERSION = '__VERSION__';
const CACHE = `offline-page-${VERSION}`;
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/theme.js'];
/** Where Firebase signs in, and answers that are no pages. */
const NOT_OURS = /^\/(__|api)\//;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || NOT_OURS.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(pageFor(event));
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The browser asks for the page while it starts this worker, instead of after.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The network's answer, whatever its status; the offline page if there is none. */
async function pageFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(PAGE);
  }
}

/** A file of the offline page as it was when this worker was installed. */
async function kept(file) {
  const cache = await caches.open(CACHE);
  return (await cache.match(file)) ?? Response.error();
}
