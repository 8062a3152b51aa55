import type { IncomingMessage } from 'node:http';
import type { Rate } from '@farwatch/core/values/token-bucket';
import { HttpsError } from 'firebase-functions/v2/https';
import { callerNetwork } from '../../platform/http/caller-address.ts';
import { requestLimit } from '../../platform/http/request-limit.ts';

/** Agents behind one address, each of which needs a token in an hour, and tries again after failures. */
const TOKENS_OF_ADDRESS: Rate = { burst: 100, perSec: 1 };
const REGISTRATIONS_OF_ADDRESS: Rate = { burst: 30, perSec: 0.1 };
const REGISTRATIONS_OF_CODE: Rate = { burst: 10, perSec: 0.1 };

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * Limits how often agents register and request tokens, in this instance's memory, before anything is read. A call beyond
 * the limit throws HttpsError resource-exhausted, after which agents try again later. Tokens are not limited by agent:
 * anyone who knows an agent's id could keep it from getting one.
 */
export function agentSignInLimits() {
  const tokens = requestLimit(TOKENS_OF_ADDRESS);
  const addresses = requestLimit(REGISTRATIONS_OF_ADDRESS);
  const codes = requestLimit(REGISTRATIONS_OF_CODE);
  return {
    takeToken(request: Request, nowMs: number): void {
      refuseUnless(tokens.allows(callerNetwork(request), nowMs));
    },
    takeRegistration(request: Request, data: unknown, nowMs: number): void {
      refuseUnless(addresses.allows(callerNetwork(request), nowMs));
      const { code } = Object(data) as { code?: unknown };
      if (typeof code === 'string') refuseUnless(codes.allows(code, nowMs));
    },
  };
}

function refuseUnless(isAllowed: boolean): void {
  if (!isAllowed) throw new HttpsError('resource-exhausted', 'Too many requests');
}
