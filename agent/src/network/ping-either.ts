import type { LookupAddress } from 'node:dns';
import type { Echoes } from './network.ts';
import { runPing } from './ping.ts';

/**
 * Sends echo requests to the first address and, if nothing replies there, to the first one of the other family: a
 * broken IPv6 on the way is no outage of a host that has both. Ends with `signal`. Rejects as `runPing` does.
 */
export async function pingEither(
  addresses: readonly LookupAddress[],
  count: number,
  signal: AbortSignal,
  ping: typeof runPing = runPing,
): Promise<Echoes> {
  let silent: Echoes | null = null;
  const errors: Error[] = [];
  for (const { address } of oneOfEachFamily(addresses)) {
    if (signal.aborted && errors.length > 0) break;
    try {
      const echoes = await ping(address, count, signal);
      if (echoes.roundTripsMs.length > 0) return echoes;
      silent ??= echoes;
      errors.push(silence(address));
    } catch (error) {
      errors.push(error as Error);
    }
  }
  const [first] = errors;
  if (silent !== null && errors.every(isSilence)) return silent;
  throw errors.length === 1 && first ? first : new AggregateError(errors);
}

function oneOfEachFamily(addresses: readonly LookupAddress[]): LookupAddress[] {
  const [first] = addresses;
  const other = addresses.find(({ family }) => family !== first?.family);
  return [first, other].filter((address) => address !== undefined);
}

/** Returns the error in the form that connections use, so that several attempts are explained alike. */
function silence(address: string): Error {
  return Object.assign(new Error(`${address} does not reply`), { code: 'ETIMEDOUT', address });
}

function isSilence(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ETIMEDOUT';
}
