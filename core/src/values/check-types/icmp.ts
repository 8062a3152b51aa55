import { z } from 'zod';
import { connectionShape, withoutDefaults } from '../common-check-options.ts';
import type { CheckType } from './check-type.ts';
import { parseTargetUrl } from './host-url.ts';

/** How many echo requests a check sends. */
export const ECHO_REQUESTS = 4;

/** `maxLost`: how many of the echo requests may have no reply; all but one by default. */
export const icmpCheckSchema = z.strictObject({
  type: z.literal('icmp'),
  ...connectionShape,
  maxLost: z
    .number()
    .int()
    .min(0)
    .max(ECHO_REQUESTS - 1)
    .optional(),
});
export type IcmpCheck = z.infer<typeof icmpCheckSchema>;

export const DEFAULT_MAX_LOST = ECHO_REQUESTS - 1;

/** Echo requests to a host: `icmp://host`. */
export const icmp = {
  decidedBy: 'agents',
  schemes: { icmp: null },
  expectedStatus: null,
  options: icmpCheckSchema,
  normalize: (options) => withoutDefaults(options, { maxLost: DEFAULT_MAX_LOST }),
  parseUrl: (text) => parseTargetUrl(text, false),
  findCaveat: () => null,
} as const satisfies CheckType<IcmpCheck>;
