import type { SilentReason } from '../../contracts/api/channels.ts';
import type { Channel } from '../../documents/channel.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { admits } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { coversMonitor, filterOf, isReady } from './channel-policy.ts';
import type { PreviewOutage } from './preview.ts';
import { maintenanceEnd } from './subject.ts';

/** Why a channel without a message in the preview of an outage up to `untilMs` has none. */
export function silentReason(
  id: string,
  channel: Channel,
  settings: NotificationSettings,
  { monitorId, severity, startMs, endMs, maintenance = [] }: PreviewOutage,
  untilMs: number,
): SilentReason {
  if (!channel.enabled) return 'off';
  if (!isReady(id, channel)) return 'unverified';
  if (!coversMonitor(channel, monitorId)) return 'monitor';
  if (!admits(filterOf(channel, settings), severity)) return 'severity';
  const lastMs = endMs ?? untilMs;
  const maintainedUntil = maintenanceEnd(maintenance, startMs);
  if (maintenanceEnd(maintenance, lastMs) !== null) return 'maintenance';
  const delayedUntil = (maintainedUntil ?? startMs) + channel.timing.delayMin * MINUTE_MS;
  return delayedUntil > lastMs ? 'delay' : 'quietHours';
}
