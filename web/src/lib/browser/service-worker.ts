/** Whether this build has a service worker: not in development, nor with VITE_SERVICE_WORKER=off. */
export const hasServiceWorker = import.meta.env.PROD && import.meta.env.VITE_SERVICE_WORKER !== 'off';

/** Installs the service worker (web/service-worker/on.js), or finds the installed one. */
export function registerWorker(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  return workers.register('/service-worker.js', { updateViaCache: 'none' });
}
