import type { AlertState } from '../../documents/alert.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import { canNotify, type NotificationSettings } from '../../documents/notification-settings.ts';
import { compareSeverity, type Severity } from '../../values/severity.ts';
import { admits } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';

export type AlertPlan = { state: Extract<AlertState, 'waiting' | 'deferred'>; nextAt: number };

/**
 * Whether and when to alert an outage or an incident (docs/notifications.md, Filter and silence period): only if it is
 * more severe than alerted before; immediately if it is more severe than the endpoint's last alert or outside its
 * silence period, else at the end of the period. Null for no alert.
 */
export function planAlert(
  incident: { severity: Severity; alertedSeverity: Severity | null },
  endpoint: Pick<Endpoint, 'lastAlertAt' | 'lastAlertSeverity'>,
  settings: NotificationSettings,
  nowMs: number,
): AlertPlan | null {
  const { severity, alertedSeverity } = incident;
  if (!canNotify(settings) || !admits(settings.thresholds.severity, severity)) return null;
  if (alertedSeverity !== null && compareSeverity(severity, alertedSeverity) <= 0) return null;
  const silenceMs = settings.thresholds.silencePeriod * MINUTE_MS;
  const silentUntil = endpoint.lastAlertAt === null || silenceMs === 0 ? 0 : endpoint.lastAlertAt + silenceMs;
  const isMoreSevereThanLast =
    endpoint.lastAlertSeverity === null || compareSeverity(severity, endpoint.lastAlertSeverity) > 0;
  return nowMs >= silentUntil || isMoreSevereThanLast
    ? { state: 'waiting', nextAt: nowMs }
    : { state: 'deferred', nextAt: silentUntil };
}
