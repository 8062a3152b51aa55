import { z } from 'zod';
import { connectionShape, withoutDefaults } from '../common-check-options.ts';
import { freeTextSchema } from '../fields.ts';
import type { CheckType } from './check-type.ts';
import { parseTargetUrl } from './host-url.ts';

/** How much of what the server sends first is read. */
export const BANNER_BYTES = 1024;

/** What the server sends first must contain the text `banner`; without it the connection alone counts. */
export const tcpCheckSchema = z.strictObject({
  type: z.literal('tcp'),
  ...connectionShape,
  banner: freeTextSchema.max(200).optional(),
});
export type TcpCheck = z.infer<typeof tcpCheckSchema>;

/** A connection to a port: `tcp://host:port`. */
export const tcp = {
  decidedBy: 'agents',
  schemes: { tcp: null },
  expectedStatus: null,
  options: tcpCheckSchema,
  normalize: (options) => withoutDefaults(options, {}),
  parseUrl: (text) => parseTargetUrl(text, true),
  findCaveat: () => null,
} as const satisfies CheckType<TcpCheck>;
