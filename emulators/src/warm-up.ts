import type { Addresses } from './addresses.ts';
import { type Log, timed } from './platform/progress.ts';
import { UIDS } from './seed/users.ts';

/**
 * Announces what is down in the seed, as connecting a channel does, so that it does not come with the first outage that
 * someone tries. This also starts the process that notifies owners, which would delay that alert by seconds.
 */
export async function notifySeededOwner({ functions }: Addresses): Promise<void> {
  const body = JSON.stringify({ data: { ownerId: UIDS.user } });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${functions}/notifyOwner`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`notifyOwner failed: ${response.status} ${await response.text()}`);
}

/**
 * The functions' emulator uses a process for each concurrent call, and each takes seconds to start. This starts as many
 * as the pages of tests need, so that none of them times out.
 */
export async function warmUp({ origin }: Addresses, log: Log): Promise<void> {
  const api = Array.from({ length: 4 }, () => fetch(`${origin}/api/openapi.json`));
  const body = JSON.stringify({ claim: 'warm.up' });
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const payments = fetch(`${origin}/payment/status`, options);
  await timed(log, 'Functions are warm', () =>
    Promise.all([...api, payments].map(async (each) => (await each).text())),
  );
}
