import { z } from 'zod';
import { connectionShape, tlsShape, withoutDefaults } from '../common-check-options.ts';
import type { CheckType } from './check-type.ts';
import { parseTargetUrl } from './host-url.ts';

/** The protocols whose servers start TLS on request, after a dialogue of their own. */
export const START_TLS = ['smtp', 'imap', 'pop3', 'ftp', 'postgres', 'mysql'] as const;
export type StartTls = (typeof START_TLS)[number];

/** `startTls`: how TLS starts; without it at once. */
export const tlsCheckSchema = z.strictObject({
  type: z.literal('tls'),
  ...connectionShape,
  startTls: z.enum(START_TLS).optional(),
  ...tlsShape,
});
export type TlsCheck = z.infer<typeof tlsCheckSchema>;

/** A TLS handshake on any port: `tls://host:port`. */
export const tls = {
  decidedBy: 'agents',
  schemes: { tls: null },
  expectedStatus: null,
  options: tlsCheckSchema,
  normalize: (options) => withoutDefaults(options, {}),
  parseUrl: (text) => parseTargetUrl(text, true),
  findCaveat: () => null,
} as const satisfies CheckType<TlsCheck>;
