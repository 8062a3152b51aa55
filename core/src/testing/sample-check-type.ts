import { z } from 'zod';
import type { CheckType } from '../values/check-types/check-type.ts';
import { CHECK_TYPES } from '../values/check-types/table.ts';

/** A question to a port: `finger://host:port`. */
const finger: CheckType = {
  decidedBy: 'agents',
  schemes: { finger: null },
  expectedStatus: null,
  options: z.strictObject({ type: z.literal('finger') }),
  normalize: () => null,
  parseUrl(text) {
    const url = text.trim().toLowerCase();
    return /^finger:\/\/[a-z0-9.-]+:\d+$/.test(url) ? { url } : { problem: 'port' };
  },
  findCaveat: () => null,
};

/** The table of check types with one more line. */
export const WITH_FINGER: { CHECK_TYPES: Record<string, CheckType> } = { CHECK_TYPES: { ...CHECK_TYPES, finger } };
