import type { CheckKind } from '../kinds/kind.ts';
import { CHECK_KINDS } from '../kinds/table.ts';

/** A connection to a port: `tcp://host:port`. */
const tcp: CheckKind = {
  schemes: ['tcp'],
  read(text) {
    const url = text.trim().toLowerCase();
    return /^tcp:\/\/[a-z0-9.-]+:\d+$/.test(url) ? { url } : { problem: 'port' };
  },
  caveat: () => null,
};

/** The table of the kinds of check with one more line. */
export const WITH_TCP: { CHECK_KINDS: Record<string, CheckKind> } = { CHECK_KINDS: { ...CHECK_KINDS, tcp } };
