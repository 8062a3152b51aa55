import { AGENT_REFUSAL_TEXTS, type AgentRefusal, readRefusal } from '@farwatch/core/contracts/calls/agent-error';
import { type AgentTexts, en } from '../texts/locales/en.ts';

/** Why a call failed, as far as the agent can act on it. `name`: of its text, if that is not the server's own. */
export type CallFailure =
  | { kind: 'refused'; refusal: AgentRefusal }
  | { kind: 'signed-out' }
  | { kind: 'error'; text: string; name?: keyof AgentTexts['failures'] };

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
  const name = errorName(code, message);
  return name === null
    ? { kind: 'error', text: `${String(code).replace(/^\w+\//, '')}: ${message}` }
    : { kind: 'error', text: en.failures[name], name };
}

function errorName(code: unknown, message: unknown): keyof AgentTexts['failures'] | null {
  // The SDK appends the HTTP status to its message: 0 if there was no response.
  if (String(message).endsWith('[0]')) return 'noConnection';
  return typeof code === 'string' ? null : 'unreadable';
}

/** Returns a failure as a part of a sentence, by default for a log line. */
export function describeFailure(failure: CallFailure, { refusals, failures }: AgentTexts = en): string {
  if (failure.kind === 'refused') return refusals[failure.refusal.reason];
  if (failure.kind === 'signed-out') return failures.signedOut;
  return failure.name === undefined ? failure.text : failures[failure.name];
}

/** Returns the sentence that ends the agent; null for a failure that it survives. */
export function finalSentence(failure: CallFailure): string | null {
  if (failure.kind !== 'refused' || !FINAL.has(failure.refusal.reason)) return null;
  return AGENT_REFUSAL_TEXTS[failure.refusal.reason];
}
