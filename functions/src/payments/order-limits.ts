import type { IncomingMessage } from 'node:http';
import type { Rate } from '@farwatch/core/api/token-bucket';
import { requestLimit } from '../api/request-limit.ts';
import { visitorLimit } from './visitor-limit.ts';

/** For one account, or for one visitor if nobody is signed in: twenty at once, two a minute. */
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
