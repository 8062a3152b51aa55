import type { ApiCall } from '@farwatch/core/contracts/api/call';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Caller } from './authenticate.ts';
import type { RawInput } from './route.ts';

/** How old an answer may be that many screens poll. */
export const POLLED_MS = 3 * SECOND_MS;

const MAX_CALLERS = 1000;
const MAX_ANSWERS = 20;

type Kept = { untilMs: number; answer: Promise<unknown> };
type Request = {
  route: { call: Pick<ApiCall, 'method' | 'path'> & Partial<Pick<ApiCall, 'isText'>>; cachedForMs: number | null };
  caller: Pick<Caller, 'accountId' | 'role' | 'accountRole'>;
  raw: Pick<RawInput, 'params' | 'query'> & Partial<Pick<RawInput, 'headers'>>;
  nowMs: number;
};

export type AnswerCache = { answer(request: Request, make: () => Promise<unknown>): Promise<unknown> };

/** Drops callers whose answers have all expired: an instance lives for hours. The most recent caller is last. */
function dropExpired(callers: Map<string, Map<string, Kept>>, nowMs: number): void {
  for (const [accountId, kept] of callers) {
    if ([...kept.values()].some(({ untilMs }) => untilMs > nowMs)) return;
    callers.delete(accountId);
  }
}

/**
 * Caches polled answers for a few seconds for each caller, in this instance's memory. A caller's write drops all of the
 * caller's answers, including those being read, so that no caller sees an answer from before their own change.
 */
export function answerCache(): AnswerCache {
  const callers = new Map<string, Map<string, Kept>>();
  return {
    async answer({ route, caller, raw, nowMs }, make) {
      if (route.call.method !== 'get') return make().finally(() => callers.delete(caller.accountId));
      if (route.cachedForMs === null) return make();
      dropExpired(callers, nowMs);
      const kept = callers.get(caller.accountId) ?? new Map<string, Kept>();
      remember(callers, caller.accountId, kept, MAX_CALLERS);
      const accepted = route.call.isText ? Reflect.get(Object(raw.headers), 'accept') : null;
      const key = JSON.stringify([route.call.path, caller.role, caller.accountRole, raw.params, raw.query, accepted]);
      const known = kept.get(key);
      if (known && known.untilMs > nowMs) return known.answer;
      const answer = make();
      const fresh = { untilMs: nowMs + route.cachedForMs, answer };
      remember(kept, key, fresh, MAX_ANSWERS);
      answer.catch(() => kept.get(key) === fresh && kept.delete(key));
      return answer;
    },
  };
}

/** Stores an entry as the newest; removes the oldest beyond `max`. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const [oldest] of map) if (map.size > max) map.delete(oldest);
}
