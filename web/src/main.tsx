import './fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadFor } from './app/pages.tsx';
import { hasServiceWorker, registerWorker } from './lib/browser/service-worker.ts';
import { startTranslation } from './lib/i18n/start-translation.ts';

preloadFor(window.location.pathname);
installOfflinePage();
await startTranslation();
// What build/load-ahead.ts imports runs this before the document is parsed, if the browser has the scripts.
if (document.readyState === 'loading')
  await new Promise((parsed) => document.addEventListener('readystatechange', parsed));

const root = document.getElementById('root');
if (!root) throw new Error('no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/**
 * Installs the service worker that shows the offline page, once the page has loaded. Not in development, nor in builds
 * with VITE_SERVICE_WORKER=off, which remove an installed one.
 */
function installOfflinePage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const run = hasServiceWorker ? registerWorker : removeWorker;
  addEventListener('load', () => void run(serviceWorker).catch(warn), { once: true });
}

async function removeWorker(workers: ServiceWorkerContainer) {
  const registration = await workers.getRegistration();
  await registration?.update();
}

/** The app works without it: some browsers block service workers in private windows. */
function warn(error: unknown) {
  console.warn('The offline page is not available in this browser.', error);
}
