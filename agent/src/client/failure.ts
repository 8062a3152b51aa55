import { AGENT_REFUSAL_TEXTS, type AgentRefusal, readRefusal } from '@farwatch/core/contracts/calls/agent-error';

/** Why a call failed, as far as the agent can act on it. */
export type CallFailure =
  | { kind: 'refused'; refusal: AgentRefusal }
  | { kind: 'signed-out' }
  | { kind: 'error'; text: string };

/**
 * The reasons that end the agent: it logs the reason, keeps its spool, and stops. `foreign` counts the second time in a
 * row.
 */
const FINAL: ReadonlySet<AgentRefusal['reason']> = new Set(['deleted', 'reset', 'foreign']);

/**
 * Returns the meaning of a call's error. Only a reason that the server lists counts, since proxies answer 400 as well.
 */
export function failureOf(error: unknown): CallFailure {
  const { code, details, message } = error as { code?: unknown; details?: unknown; message?: unknown };
  const refusal = readRefusal(details);
  if (refusal) return { kind: 'refused', refusal };
  if (code === 'functions/unauthenticated') return { kind: 'signed-out' };
  return { kind: 'error', text: errorText(code, message) };
}

function errorText(code: unknown, message: unknown): string {
  // The SDK appends the HTTP status to its message: 0 if there was no response.
  if (String(message).endsWith('[0]')) return 'no connection';
  if (typeof code !== 'string') return 'a response that this version does not understand';
  return `${code.replace(/^\w+\//, '')}: ${message}`;
}

/** Returns a failure for a log line, as a part of a sentence. */
export function describeFailure(failure: CallFailure): string {
  if (failure.kind === 'refused') return AGENT_REFUSAL_TEXTS[failure.refusal.reason];
  return failure.kind === 'error' ? failure.text : 'signed out';
}

/** Returns the sentence that ends the agent; null for a failure that it survives. */
export function finalSentence(failure: CallFailure): string | null {
  if (failure.kind !== 'refused' || !FINAL.has(failure.refusal.reason)) return null;
  return AGENT_REFUSAL_TEXTS[failure.refusal.reason];
}
