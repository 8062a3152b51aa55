import { describe, expect, it } from 'vitest';
import type { Channel } from '../../documents/channel.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../documents/notification-settings.ts';
import { minutes } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { type ChannelTiming, IMMEDIATE } from '../../values/channel-timing.ts';
import { type PreviewOutage, previewMessages } from './preview.ts';

function channel(timing: Partial<ChannelTiming> = {}, changes: Partial<Channel> = {}): { channel: Channel } {
  const admitted = {
    severity: null,
    monitors: null,
    tags: null,
    events: null,
    alsoSlow: false,
    language: null,
    verifiedAt: NOW,
    enabled: true,
  };
  const type = { type: 'slack' as const, name: 'Slack', settings: {} };
  return { channel: { ...type, ...admitted, timing: { ...IMMEDIATE, ...timing }, createdAt: 0, ...changes } };
}

const OUTAGE: PreviewOutage = {
  monitorId: 'shop',
  locations: ['tw', 'th'],
  severity: 'critical',
  startMs: NOW,
  endMs: minutes(40),
};

const preview = (channels: Parameters<typeof previewMessages>[0], changes: Partial<PreviewOutage> = {}) =>
  previewMessages(channels, DEFAULT_NOTIFICATION_SETTINGS, { ...OUTAGE, ...changes }, minutes(24 * 60)).map(
    ({ channelId, atMs, content: { kind } }) => `${(atMs - NOW) / 60_000} ${channelId} ${kind}`,
  );

describe('a preview', () => {
  it('shows the channels in the order of their delays, reminders, and who hears of the end', () => {
    const channels = {
      late: channel({ delayMin: 60 }),
      first: channel({ reminderMin: 30 }),
      next: channel({ delayMin: 15 }),
    };
    expect(preview(channels)).toEqual([
      '0 first outage',
      '15 next outage',
      '30 first reminder',
      '40 first recovery',
      '40 next recovery',
    ]);
  });

  it('follows an outage that goes on until the given time', () => {
    expect(preview({ a: channel({ reminderMin: 480 }) }, { endMs: null })).toEqual([
      '0 a outage',
      '480 a reminder',
      '960 a reminder',
      '1440 a reminder',
    ]);
  });

  it('announces after quiet hours and maintenance what they held', () => {
    const quietHours = { from: '12:00', to: '14:00', days: [5], timeZone: 'UTC', passesCritical: false };
    expect(preview({ a: channel({ quietHours }) })).toEqual(['90 a short_outage']);
    const maintenance = [{ startsAt: NOW, endsAt: minutes(30) }];
    expect(preview({ a: channel() }, { maintenance })).toEqual(['30 a outage', '40 a recovery']);
  });

  it('shows who covers the monitor by a tag, and who hears only of the end', () => {
    const channels = { tagged: channel({}, { tags: ['EU'] }), end: channel({}, { events: ['recovery'] }) };
    expect(preview(channels, { tags: ['eu'] })).toEqual([
      '0 tagged outage',
      '40 tagged recovery',
      '40 end short_outage',
    ]);
    expect(preview({ failures: channel({}, { events: ['failure'] }) })).toEqual(['0 failures outage']);
  });

  it('leaves out channels that are not ready, do not cover the monitor, or do not admit the severity', () => {
    const channels = {
      off: channel({}, { enabled: false }),
      other: channel({}, { monitors: ['docs'] }),
      severe: channel({}, { severity: 'critical' }),
      tagged: channel({}, { tags: ['eu'] }),
    };
    expect(preview(channels, { severity: 'major' })).toEqual([]);
  });
});
