import type { Addresses } from './addresses.ts';
import { type Log, timed } from './platform/progress.ts';

/**
 * The functions' emulator has a process for each call that is under way, and each takes seconds to start. This starts as
 * many as the pages of some tests keep busy, so that none of them waits for it until it gives up.
 */
export async function warmUp({ origin }: Addresses, log: Log): Promise<void> {
  const api = Array.from({ length: 4 }, () => fetch(`${origin}/api/openapi.json`));
  const body = JSON.stringify({ claim: 'warm.up' });
  const ask = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const payments = fetch(`${origin}/payment/status`, ask);
  await timed(log, 'Functions are warm', () =>
    Promise.all([...api, payments].map(async (each) => (await each).text())),
  );
}
