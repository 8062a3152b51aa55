import type { Channel } from '../../documents/channel.ts';
import { TELEGRAM_CHANNEL_ID } from '../../documents/channels-of.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { getChannelType } from '../../values/channels/channel-types.ts';
import { admits, type SeverityFilter, WARNING_SEVERITY } from '../../values/severity-filter.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { Policy } from './subject.ts';

/**
 * Whether messages are sent through the channel: it is enabled and verified. The specified Telegram integration needs
 * no test.
 */
export function isReady(id: string, { enabled, verifiedAt }: Channel): boolean {
  return enabled && (verifiedAt !== null || id === TELEGRAM_CHANNEL_ID);
}

/** The channel's severity filter, or else the account's. */
export function filterOf({ severity }: Channel, { thresholds }: NotificationSettings): SeverityFilter {
  return severity ?? thresholds.severity;
}

/** What a channel admits, and when; `sinceMs`: since when it is ready. */
export function policyOf(channel: Channel, settings: NotificationSettings, sinceMs: number): Policy {
  const { delayMin, quietHours, reminderMin } = channel.timing;
  return {
    filter: filterOf(channel, settings),
    silenceMs: settings.thresholds.silencePeriod * MINUTE_MS,
    sinceMs,
    delayMs: delayMin * MINUTE_MS,
    quietHours,
    reminderMs: reminderMin === null ? null : reminderMin * MINUTE_MS,
    holdsAlerts: getChannelType(channel.type).holdsAlerts ?? false,
  };
}

/** What a channel covers and when, as text: when it changes, all open incidents are looked at again. */
export function scopeOf(channel: Channel, settings: NotificationSettings): string {
  const { silencePeriod } = settings.thresholds;
  const filter = filterOf(channel, settings);
  const getsWarnings = admits(filter, WARNING_SEVERITY);
  return JSON.stringify([filter, getsWarnings, channel.monitors, channel.timing, silencePeriod]);
}

/** Whether the channel covers a monitor. Null means a subject without a monitor: it goes to channels that cover all monitors. */
export function coversMonitor({ monitors }: Channel, monitorId: string | null): boolean {
  return monitors === null || (monitorId !== null && monitors.includes(monitorId));
}
