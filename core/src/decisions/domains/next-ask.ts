import { DOMAIN } from '../../values/limits.ts';

const [FIRST_WARNING_MS] = DOMAIN.warningsMs;

/**
 * When a registry that has answered is asked next: weekly, daily from 60 days before the expiry on, and at the first
 * warning and the expiry themselves.
 */
export function nextAsk(expiresAt: number | null, nowMs: number): number {
  if (expiresAt === null) return nowMs + DOMAIN.askedEveryMs;
  const dailyFrom = expiresAt - DOMAIN.dailyFromMs;
  if (nowMs < dailyFrom) return Math.min(nowMs + DOMAIN.askedEveryMs, dailyFrom);
  const times = [expiresAt - FIRST_WARNING_MS, expiresAt].filter((atMs) => atMs > nowMs);
  return Math.min(nowMs + DOMAIN.dailyMs, ...times);
}

/**
 * When a registry that has failed so many times in a row is asked again: after an hour, then twice as long each time, up
 * to a day, and not before it says.
 */
export function nextTry(failures: number, retryAfterMs: number | null, nowMs: number): number {
  const backoffMs = Math.min(DOMAIN.retryToMs, DOMAIN.retryFromMs * 2 ** (Math.max(1, failures) - 1));
  return nowMs + Math.min(DOMAIN.retryToMs, Math.max(backoffMs, retryAfterMs ?? 0));
}
