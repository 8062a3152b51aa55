import { z } from 'zod';
import { certificateSha256Schema, connectionShape, isSmall, withoutDefaults } from '../common-check-options.ts';
import { freeTextSchema } from '../fields.ts';
import type { CheckType } from './check-type.ts';
import { http } from './http.ts';

const TEXT_LENGTH = 1000;

/**
 * `send`: a text to send once the connection is open; it is a secret, since it may contain a token. `expect`: a text
 * that one of the messages must contain; without it the handshake alone counts.
 */
export const wsCheckSchema = z
  .strictObject({
    type: z.literal('ws'),
    ...connectionShape,
    send: freeTextSchema.max(TEXT_LENGTH).optional(),
    expect: freeTextSchema.max(TEXT_LENGTH).optional(),
    certificateSha256: certificateSha256Schema.optional(),
  })
  .refine(isSmall, 'over 4 KB');
export type WsCheck = z.infer<typeof wsCheckSchema>;

/** A WebSocket: `ws://host/path` or `wss://host/path`. */
export const ws = {
  decidedBy: 'agents',
  schemes: { ws: 80, wss: 443 },
  expectedStatus: '101',
  options: wsCheckSchema,
  normalize: (options) => withoutDefaults(options, {}),
  parseUrl(text) {
    const parsed = http.parseUrl(toHttp(text.trim()));
    // Its URLs have no fragment (RFC 6455, 3).
    return 'url' in parsed ? { url: parsed.url.replace(/^http/, 'ws').replace(/#.*/, '') } : parsed;
  },
  findCaveat: (url) => http.findCaveat(toHttp(url)),
} as const satisfies CheckType<WsCheck>;

function toHttp(url: string): string {
  return url.replace(/^ws/i, 'http');
}
