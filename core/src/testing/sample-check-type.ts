import type { CheckType } from '../values/check-types/check-type.ts';
import { CHECK_TYPES } from '../values/check-types/table.ts';

/** A connection to a port: `tcp://host:port`. */
const tcp: CheckType = {
  runBy: 'agent',
  schemes: { tcp: null },
  expectedStatus: null,
  parseUrl(text) {
    const url = text.trim().toLowerCase();
    return /^tcp:\/\/[a-z0-9.-]+:\d+$/.test(url) ? { url } : { problem: 'port' };
  },
  findCaveat: () => null,
};

/** The table of check types with one more line. */
export const WITH_TCP: { CHECK_TYPES: Record<string, CheckType> } = { CHECK_TYPES: { ...CHECK_TYPES, tcp } };
