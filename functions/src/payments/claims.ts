import { randomBytes } from 'node:crypto';
import { hasHash, hashCode } from '../agents/codes.ts';

/** The secret by which an order is claimed: the order's id, by which it is found, and 256 random bits. */
export function newClaim(id: string): { claim: string; claimHash: string } {
  const claim = `${id}.${randomBytes(32).toString('base64url')}`;
  return { claim, claimHash: hashCode(claim) };
}

/** The order that a claim names, whether or not it exists. */
export function orderOfClaim(claim: string): string {
  return claim.slice(0, claim.indexOf('.'));
}

/** Whether the claim has this hash, in constant time; false for none. */
export function fitsClaim(claim: string, claimHash: string | null): boolean {
  return claimHash !== null && hasHash(claim, claimHash);
}
