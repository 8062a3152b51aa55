import { z } from 'zod';
import { connectionShape, isSmall, tlsShape, withoutDefaults } from '../common-check-options.ts';
import { freeTextSchema } from '../fields.ts';
import { checkHeadersSchema } from '../http-check/http-check.ts';
import type { CheckType } from './check-type.ts';
import { http } from './http.ts';

const TEXT_LENGTH = 1000;
export const WS_CHECK_LIMITS = { subprotocols: 10, subprotocolLength: 100, originLength: 300 } as const;

/** A token of RFC 9110, 5.6.2, as RFC 6455, 4.1 requires. */
const subprotocolSchema = z
  .string()
  .trim()
  .max(WS_CHECK_LIMITS.subprotocolLength)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not the name of a subprotocol');

/** Other programs than browsers have schemes of their own, such as `chrome-extension`. */
const originSchema = z
  .string()
  .trim()
  .max(WS_CHECK_LIMITS.originLength)
  .overwrite((text) => normalizeOrigin(text) ?? text)
  .refine((text) => text === '' || normalizeOrigin(text) === text, 'not an origin such as https://app.example.com');

/** Headers of the handshake, and those that have an option of their own. */
const OWN_HEADER = /^(?:sec-websocket-.*|origin)$/i;

/**
 * `send`: a text to send once the connection is open; it is a secret, since it may contain a token. `expect`: a text
 * that one of the messages must contain; without it the handshake alone counts. `subprotocols`: those to offer, of
 * which the server must choose one. `headers` and `origin`: what the handshake has in addition.
 */
export const wsCheckSchema = z
  .strictObject({
    type: z.literal('ws'),
    ...connectionShape,
    send: freeTextSchema.max(TEXT_LENGTH).optional(),
    expect: freeTextSchema.max(TEXT_LENGTH).optional(),
    subprotocols: z
      .array(subprotocolSchema)
      .max(WS_CHECK_LIMITS.subprotocols)
      .refine((names) => new Set(names).size === names.length, 'a subprotocol is named twice')
      .optional(),
    headers: checkHeadersSchema
      .superRefine((headers, context) => {
        for (const [index, { name }] of headers.entries())
          if (OWN_HEADER.test(name))
            context.addIssue({ code: 'custom', path: [index, 'name'], message: 'has an option of its own' });
      })
      .optional(),
    origin: originSchema.optional(),
    ...tlsShape,
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

/** Returns the origin as browsers send it; null if the text is no origin. */
function normalizeOrigin(text: string): string | null {
  if (text === 'null') return text;
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^\s/?#@\\]+)\/?$/i.exec(text) ?? [];
  if (scheme === '') return null;
  if (!/^(?:https?|wss?)$/i.test(scheme))
    return /^\p{ASCII}+$/u.test(rest) ? `${scheme.toLowerCase()}://${rest}` : null;
  return URL.canParse(text) ? new URL(text).origin : null;
}

function toHttp(url: string): string {
  return url.replace(/^ws/i, 'http');
}
