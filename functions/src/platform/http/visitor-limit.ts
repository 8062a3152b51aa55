import type { IncomingMessage } from 'node:http';
import type { Rate } from '@farwatch/core/values/token-bucket';
import { callerNetwork, visitorNetwork } from './caller-address.ts';
import { requestLimit } from './request-limit.ts';

/** How much more the visitors behind one of Hosting's servers may do than one visitor. */
const FORWARDED_FACTOR = 5;

/**
 * Limits the requests of visitors who are not signed in, and of each address that the platform sees, so that forging
 * visitor addresses gains nothing; `take` throws ApiError too_many_requests.
 */
export function visitorLimit(each: Rate): { take(request: IncomingMessage, nowMs: number): void } {
  const visitors = requestLimit(each);
  const addresses = requestLimit({ burst: each.burst * FORWARDED_FACTOR, perSec: each.perSec * FORWARDED_FACTOR });
  return {
    take(request, nowMs) {
      visitors.take(visitorNetwork(request), nowMs);
      addresses.take(callerNetwork(request), nowMs);
    },
  };
}
