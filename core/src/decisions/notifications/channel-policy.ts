import { CHANNEL_EVENTS, type Channel } from '../../documents/channel.ts';
import { TELEGRAM_CHANNEL_ID } from '../../documents/channels-of.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { getChannelType } from '../../values/channels/channel-types.ts';
import { admits, type SeverityFilter, WARNING_SEVERITY } from '../../values/severity-filter.ts';
import { isSameTag } from '../../values/tags.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { MaintenancePeriod, Policy } from './subject.ts';

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

/** What a channel admits, and when; `sinceMs`: since when it is ready. `offDuty`: when its person is off duty. */
export function policyOf(
  channel: Channel,
  settings: NotificationSettings,
  sinceMs: number,
  offDuty: readonly MaintenancePeriod[] = [],
): Policy {
  const { delayMin, quietHours, reminderMin } = channel.timing;
  return {
    filter: filterOf(channel, settings),
    silenceMs: settings.thresholds.silencePeriod * MINUTE_MS,
    sinceMs,
    delayMs: delayMin * MINUTE_MS,
    quietHours,
    reminderMs: reminderMin === null ? null : reminderMin * MINUTE_MS,
    alsoSlow: channel.alsoSlow,
    events: channel.events ?? CHANNEL_EVENTS,
    holdsAlerts: getChannelType(channel.type).holdsAlerts ?? false,
    offDuty,
  };
}

/**
 * What a channel covers and when, as text: when it changes, all open incidents are looked at again. `duty`: what decides
 * when its person is on duty, nothing for a channel without a rotation.
 */
export function scopeOf(channel: Channel, settings: NotificationSettings, duty: readonly unknown[] = []): string {
  const { silencePeriod } = settings.thresholds;
  const filter = filterOf(channel, settings);
  const getsWarnings = admits(filter, WARNING_SEVERITY);
  const { monitors, tags, events, alsoSlow, timing } = channel;
  const slow = alsoSlow ? [alsoSlow] : [];
  return JSON.stringify([filter, getsWarnings, monitors, timing, silencePeriod, tags, events, ...slow, ...duty]);
}

/** Whether the channel covers all monitors, and with them what belongs to none. */
export function coversAll({ monitors, tags }: Pick<Channel, 'monitors' | 'tags'>): boolean {
  return monitors === null && tags === null;
}

/** Whether the channel covers a monitor: all, or those that it names and those with one of its tags. */
export function coversMonitor(
  channel: Pick<Channel, 'monitors' | 'tags'>,
  { id, tags: own }: { id: string; tags: readonly string[] },
): boolean {
  const { monitors, tags } = channel;
  if (coversAll(channel) || monitors?.includes(id)) return true;
  return tags?.some((tag) => own.some((each) => isSameTag(each, tag))) ?? false;
}

/**
 * Whether the channel gets notices, besides summaries: one that gets no failures is not warned either, whatever its
 * filter.
 */
export function getsNotices(channel: Channel, settings: NotificationSettings): boolean {
  const { events } = policyOf(channel, settings, 0);
  return events.includes('failure') && admits(filterOf(channel, settings), WARNING_SEVERITY);
}
