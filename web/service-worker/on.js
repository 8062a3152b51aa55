// Shows the offline page if a page cannot be loaded from the network, and notifications of browser push. Everything else
// is left to the browser, so that only the deployed version of the app is ever shown.

// The build inserts a hash of the files below, so that a change to any of them installs a new worker.
const VERSION = '__VERSION__';
const CACHE = `offline-page-${VERSION}`;
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/theme.js'];
/** Firebase's sign-in pages, the API, and what is shown to visitors of status pages. */
const IGNORED = /^\/(__|api|status|badge)\//;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('push', (event) => event.waitUntil(notify(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openLink(event.notification)));
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

/** Browsers require a notification for each message, so one that cannot be read is shown too. */
async function notify(data) {
  const { title, body, tag, url } = readMessage(data);
  // With `renotify`, one that replaces another is not silent.
  const options = { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { url } };
  await self.registration.showNotification(title, options);
}

/** The content is that of core/src/values/channels/push.ts. */
function readMessage(data) {
  try {
    return data.json();
  } catch {
    return { title: 'Farwatch', body: data?.text() ?? '', tag: 'unreadable', url: null };
  }
}

/** Shows the window that has the link open, else opens it. */
async function openLink(notification) {
  notification.close();
  const { href } = new URL(notification.data.url ?? '/monitors', self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((each) => each.url === href);
  await (shown ? shown.focus() : self.clients.openWindow(href));
}
