import type { Registration } from '@farwatch/core/documents/agent';
import { AGENT } from '@farwatch/core/limits';
import { newCode } from '../../agents/codes.ts';

/** A registration with a fresh code, valid for a day. */
export function newRegistration(agentId: string, nowMs: number): Registration & { code: string } {
  return { ...newCode(agentId), expiresAt: nowMs + AGENT.codeValidMs, usedAt: null, usedByKey: null };
}
