import type { IncomingMessage } from 'node:http';
import type { Rate } from '@farwatch/core/values/token-bucket';
import { requestLimit } from '../api/request-limit.ts';
import { callerAddress, visitorAddress } from './caller-address.ts';

/** All visitors that come by one of Hosting's servers may do so much more than one of them. */
const FORWARDED_FACTOR = 5;

/**
 * Counts the requests of visitors who are not signed in, and those of each address that the platform sees, so that
 * inventing visitors gains nothing; `take` throws ApiError too_many_requests.
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

/** For one account, or for one signed-out visitor: twenty at once, two a minute. */
const EACH: Rate = { burst: 20, perSec: 1 / 30 };
/** For all signed-out callers together: addresses are easy to get, and each order makes an invoice. */
const ANONYMOUS: Rate = { burst: 200, perSec: 1 };

type OrderLimits = { take(request: IncomingMessage, uid: string | null, nowMs: number): void };

/** Counts orders in this instance's memory; `take` throws ApiError too_many_requests. */
export function orderLimits(): OrderLimits {
  const accounts = requestLimit(EACH);
  const visitors = visitorLimit(EACH);
  const anonymous = requestLimit(ANONYMOUS);
  return {
    take(request, uid, nowMs) {
      if (uid !== null) return accounts.take(uid, nowMs);
      visitors.take(request, nowMs);
      anonymous.take('', nowMs);
    },
  };
}
