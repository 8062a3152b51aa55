import { randomBytes } from 'node:crypto';
import { type PaymentEntry, paymentCalls, paymentEntry } from '@farwatch/core/contracts/api/payments';
import { applyClaim, decideClaim } from '@farwatch/core/decisions/payments/decide-claim';
import type { Payment } from '@farwatch/core/documents/payment';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { parseInput } from '../../platform/http/route.ts';
import { hasHash, hashCode } from '../agents/codes.ts';
import { readOrder, writeOrder, writePlan } from './orders.ts';

/** The secret to claim an order with: the order's id and 256 random bits. */
export function newClaim(id: string): { claim: string; claimHash: string } {
  const claim = `${id}.${randomBytes(32).toString('base64url')}`;
  return { claim, claimHash: hashCode(claim) };
}

/** The id of the order that a claim names; it may not exist. */
function orderOfClaim(claim: string): string {
  return claim.slice(0, claim.indexOf('.'));
}

/** Whether the claim has this hash, in constant time; false if there is no hash. */
function matchesClaim(claim: string, claimHash: string | null): boolean {
  return claimHash !== null && hasHash(claim, claimHash);
}

/** Makes the account the owner of the claimed order and returns the order; null if the claim is refused. */
export async function claimOrder(
  run: Run,
  accountId: string,
  claim: string,
): Promise<{ id: string; payment: Payment } | null> {
  const id = orderOfClaim(claim);
  return readThenWrite(run, async (reader, writer) => {
    const order = await readOrder(run, reader, id);
    if (!order) return null;
    const decision = decideClaim(order, accountId, matchesClaim(claim, order.record.claimHash), run.nowMs);
    if (decision === 'refused') return null;
    if (decision === 'own') return { id, payment: order.payment };
    const claimed = applyClaim(order, accountId, run.nowMs);
    const { payment } = claimed;
    run.activity?.describe({ id, name: payment.planName });
    writeOrder(run, writer, id, claimed);
    if (payment.state === 'finished') await writePlan(run, [reader, writer], accountId, [id, payment]);
    return { id, payment };
  });
}

/** The state of an unclaimed order, for a caller with its secret. Throws ApiError: invalid, claim_refused. */
export async function orderStatus(run: Run, body: unknown): Promise<PaymentEntry> {
  const { claim } = parseInput(paymentCalls.orderStatus.body, body);
  const id = orderOfClaim(claim);
  const order = await run.db.runTransaction((reader) => readOrder(run, reader, id), { readOnly: true });
  // The caller is not signed in, so a claimed order is refused.
  const decision = order && decideClaim(order, '', matchesClaim(claim, order.record.claimHash), run.nowMs);
  if (order === null || decision !== 'claimed') throw new ApiError('claim_refused');
  return paymentEntry(id, order.payment);
}
