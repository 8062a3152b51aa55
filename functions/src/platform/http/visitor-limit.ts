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

/** For one account or signed-out visitor: a burst of twenty, then two a minute. */
const EACH: Rate = { burst: 20, perSec: 1 / 30 };
/** For all signed-out callers together: addresses are easy to get, and each order creates an invoice. */
const ANONYMOUS: Rate = { burst: 200, perSec: 1 };

type OrderLimits = { take(request: IncomingMessage, uid: string | null, nowMs: number): void };

/** Limits orders in this instance's memory; `take` throws ApiError too_many_requests. */
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
