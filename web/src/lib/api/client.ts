import type { ApiCall, CallAnswer, CallInput } from '@farwatch/core/contracts/api/call';
import { openDeletion } from '../deletion/message.ts';
import { auth } from '../firebase/auth.ts';
import { NAMED_ACCOUNT } from '../session/account-address.ts';
import { makeCall } from './make-call.ts';

let underway = 0;
let lastEndedMs = 0;

/** How long no call has been under way, ms; 0 while one is. */
export function apiQuietMs(): number {
  return underway > 0 ? 0 : performance.now() - lastEndedMs;
}

/**
 * Makes a call as the signed-in user, if there is one (make-call.ts). `timeoutMs` is for calls that wait for another
 * service. `idempotencyKey`: of a call that creates and may be repeated. A change comes after a deletion that can still be
 * undone, as for the user. Throws ApiFailure.
 */
export async function callApi<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  timeoutMs?: number,
  idempotencyKey?: string,
): Promise<CallAnswer<Call>> {
  underway += 1;
  try {
    if (call.method !== 'get') await openDeletion.complete();
    const getToken = async (isFresh: boolean) => auth.currentUser?.getIdToken(isFresh);
    return await makeCall(call, input, { getToken, timeoutMs, account: NAMED_ACCOUNT, idempotencyKey });
  } finally {
    underway -= 1;
    lastEndedMs = performance.now();
  }
}
