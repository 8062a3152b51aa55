import { endGuard, killWatched } from './guard.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One Ctrl-C may arrive twice: from the terminal, and from the parent process. */
const sameMs = 1_000;

/**
 * Runs `stop` on the first signal, or when the parent ends, and exits with that code. On a second signal it kills
 * everything.
 */
export function stopOnSignal(stop: () => Promise<void>, exitCode: number): void {
  let firstMs: number | null = null;
  const onSignal = () => {
    if (firstMs === null) {
      firstMs = Date.now();
      void stop()
        .catch((error: unknown) => console.error(error))
        .then(endGuard)
        .finally(() => process.exit(exitCode));
    } else if (Date.now() - firstMs > sameMs) {
      console.log('Stopped by force.');
      killWatched();
      process.exit(130);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  if (process.connected) process.on('disconnect', onSignal);
}
