import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { canonicalAddress } from '@farwatch/core/values/addresses/address';
import { z } from 'zod';
import { writeDurably } from '../spool/durable.ts';
import type { Addresses } from './own-network.ts';

const seenSchema = z.object({ ipv4: z.string().nullable(), ipv6: z.string().nullable() });
type Seen = z.infer<typeof seenSchema>;

/**
 * The public addresses from which the server last saw this agent come, one of each family, kept on disk: behind them is
 * the router of its own network.
 */
export class SeenAddresses implements Addresses {
  private readonly path: string;
  private seen: Seen;

  private constructor(path: string, seen: Seen) {
    this.path = path;
    this.seen = seen;
  }

  static async open(path: string): Promise<SeenAddresses> {
    return new SeenAddresses(path, await readSeen(path));
  }

  has(address: string): boolean {
    return address === this.seen.ipv4 || address === this.seen.ipv6;
  }

  /**
   * To be called when the server saw this address, which is refused from now on. Ends when it is on disk, or cannot be.
   */
  async note(address: string): Promise<void> {
    const canonical = canonicalAddress(address);
    if (canonical === null || this.has(canonical)) return;
    this.seen = { ...this.seen, [isIPv4(canonical) ? 'ipv4' : 'ipv6']: canonical };
    // The server sends it again after a restart.
    await writeDurably(this.path, JSON.stringify(this.seen)).catch(() => undefined);
  }
}

async function readSeen(path: string): Promise<Seen> {
  try {
    return seenSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return { ipv4: null, ipv6: null }; // none yet, or unreadable: the next response contains it
  }
}
