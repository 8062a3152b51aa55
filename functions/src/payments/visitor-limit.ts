import type { IncomingMessage } from 'node:http';
import type { Rate } from '@farwatch/core/api/token-bucket';
import { requestLimit } from '../api/request-limit.ts';
import { callerAddress, visitorAddress } from './caller-address.ts';

/** All visitors that come by one of Hosting's servers may do so much more than one of them. */
const FORWARDED_FACTOR = 5;

/**
 * Counts the requests of visitors who are not signed in, and those of each address that the platform sees, so that
 * nobody gains by inventing visitors; `take` throws ApiError too_many_requests.
 */
export function visitorLimit(each: Rate): { take(request: IncomingMessage, nowMs: number): void } {
  const visitors = requestLimit(each);
  const addresses = requestLimit({ burst: each.burst * FORWARDED_FACTOR, perSec: each.perSec * FORWARDED_FACTOR });
  return {
    take(request, nowMs) {
      visitors.take(visitorAddress(request), nowMs);
      addresses.take(callerAddress(request), nowMs);
    },
  };
}
