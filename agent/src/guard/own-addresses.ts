import { networkInterfaces } from 'node:os';
import { canonicalAddress } from './address.ts';

const READ_AGAIN_MS = 30_000;

/** A reader of this machine's own addresses in canonical form, read anew at most every 30 s. */
export function ownAddresses(): () => ReadonlySet<string> {
  let known: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAtMs >= READ_AGAIN_MS) {
      known = readAddresses();
      readAtMs = performance.now();
    }
    return known;
  };
}

function readAddresses(): ReadonlySet<string> {
  const all = Object.values(readInterfaces()).flatMap((infos) => infos ?? []);
  return new Set(all.flatMap(({ address }) => canonicalAddress(address) ?? []));
}

function readInterfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {}; // Android keeps them from its apps
  }
}
