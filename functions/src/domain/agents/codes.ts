import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A registration code: the agent's id, by which it is found, and 128 random bits. */
export function newCode(agentId: string): { code: string; codeHash: string } {
  const code = `${agentId}-${randomBytes(16).toString('base64url')}`;
  return { code, codeHash: hashCode(code) };
}

/** The hash kept of a used code. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Whether the code has this hash, in constant time. */
export function hasHash(code: string, codeHash: string): boolean {
  const [given, known] = [Buffer.from(hashCode(code)), Buffer.from(codeHash)];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** The agent that a code names, whether or not it exists; null for a malformed code. */
export function agentOfCode(code: string): string | null {
  const [agentId, secret] = [code.slice(0, code.indexOf('-')), code.slice(code.indexOf('-') + 1)];
  return /^[A-Za-z0-9]{1,64}$/.test(agentId) && secret.length > 0 ? agentId : null;
}
