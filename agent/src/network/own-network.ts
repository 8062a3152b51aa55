import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressBits, canonicalAddress } from '@farwatch/core/values/addresses/address';

const READ_AGAIN_MS = 30_000;
/** A wider prefix is not a link: it is a tunnel or the whole internet. */
const WIDEST = { ipv4: 8, ipv6: 48 };

/** A set of addresses; `has` takes the canonical form. */
export type Addresses = { has(address: string): boolean };

/**
 * Returns a reader of this machine's own addresses and all others on its links: services that neighbours offer each
 * other are not for the internet, not even on a public prefix. The addresses are read again at most every 30 s; `nowMs`
 * is by a clock that never jumps.
 */
export function ownNetwork(read = networkInterfaces, nowMs = () => performance.now()): () => Addresses {
  let known: Addresses = new Set<string>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - readAtMs >= READ_AGAIN_MS) {
      known = readNetwork(read);
      readAtMs = nowMs();
    }
    return known;
  };
}

function readNetwork(read: typeof networkInterfaces): Addresses {
  const own = new Set<string>();
  const links = new BlockList();
  for (const { address, netmask } of Object.values(readInterfaces(read)).flatMap((infos) => infos ?? [])) {
    const canonical = canonicalAddress(address);
    if (canonical !== null) own.add(canonical);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const length = prefixLength(netmask);
    if (length !== null && length >= WIDEST[family]) links.addSubnet(address, length, family);
  }
  return { has: (address) => own.has(address) || links.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') };
}

/** Returns how many bits a netmask covers; null for a netmask with gaps. */
function prefixLength(netmask: string): number | null {
  const bits = addressBits(netmask);
  const length = bits.lastIndexOf('1') + 1;
  return bits.slice(0, length).includes('0') ? null : length;
}

function readInterfaces(read: typeof networkInterfaces): ReturnType<typeof networkInterfaces> {
  try {
    return read();
  } catch {
    return {}; // Android hides them from its apps
  }
}
