/**
 * Installs the service worker that shows the offline page, once the page has loaded. Not in development, nor in builds
 * with VITE_SERVICE_WORKER=off, which remove an installed one.
 */
export function keepOfflinePage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const settle = import.meta.env.VITE_SERVICE_WORKER === 'off' ? removeWorker : installWorker;
  addEventListener('load', () => void settle(serviceWorker).catch(warn), { once: true });
}

async function installWorker(workers: ServiceWorkerContainer) {
  await workers.register('/service-worker.js', { updateViaCache: 'none' });
}

async function removeWorker(workers: ServiceWorkerContainer) {
  const registration = await workers.getRegistration();
  await registration?.update();
}

/** The app works without it: some browsers refuse service workers in private windows. */
function warn(error: unknown) {
  console.warn('There is no offline page in this browser.', error);
}
