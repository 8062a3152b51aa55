import type { IncomingMessage } from 'node:http';
import { addressOfService } from '@farwatch/core/contracts/api/call';
import { API_CALLS } from '@farwatch/core/contracts/api/calls';
import { LIMITS } from '@farwatch/core/values/limits';
import type { BodyLimit } from './read-body.ts';

const LIMITED = API_CALLS.filter(({ body }) => body !== null).map((call) => ({
  method: call.method.toUpperCase(),
  path: new RegExp(`^(${addressOfService(call)})?${call.path.replaceAll(/:[a-z]+/gi, '[^/]+')}/?$`),
  bytes: call.bodyBytes,
}));

/** The limit of a request to the API or the payments service: that of its call; of an unknown address the usual one. */
export function bodyLimitOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): BodyLimit {
  const [path = ''] = url.split('?', 1);
  const call = LIMITED.find((each) => each.method === method && each.path.test(path));
  return { bytes: call?.bytes ?? LIMITS.bodyBytes.usual, values: LIMITS.bodyValues };
}
