import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { Policy } from './subject.ts';

const DOWN = incident({ outages: [{ startedAt: NOW }] });
const ACKNOWLEDGED: Incident = {
  ...DOWN,
  acknowledgement: { at: minutes(1), by: { name: 'Ann', channelName: null }, severity: 'minor' },
};

/** A channel that has announced the outage, and reminds of it every ten minutes. */
function reminding(changes: Partial<Policy> = {}): NotifiedChannel {
  const channel = new NotifiedChannel({ reminderMs: 10 * MINUTE_MS, ...changes });
  channel.at(NOW, DOWN);
  return channel;
}

describe('reminders', () => {
  it('repeat an outage that goes on, each counted from the last message', () => {
    const channel = reminding();
    expect(channel.at(NOW, DOWN)).toBe('wait 10 min');
    expect(channel.at(minutes(12), DOWN)).toBe('reminder critical 1 []');
    expect(channel.content?.values).toMatchObject({ occurredAt: NOW, durationMs: 12 * MINUTE_MS, count: 1 });
    expect(channel.at(minutes(12), DOWN)).toBe('wait 10 min');
    expect(channel.at(minutes(22), DOWN)).toBe('reminder critical 1 []');
    expect(channel.announced?.reminders).toBe(2);
    expect(channel.at(minutes(25), resolved(DOWN, minutes(25)))).toBe('recovery critical 1 [1]');
    expect(channel.at(minutes(40), resolved(DOWN, minutes(25)))).toBe('nothing');
  });

  it('begin again with a message that it is more severe, or of the next outage', () => {
    const channel = new NotifiedChannel({ reminderMs: 10 * MINUTE_MS });
    channel.at(NOW, incident({ severity: 'major', outages: [{ startedAt: NOW }] }));
    expect(channel.at(minutes(5), DOWN)).toBe('worse critical 1 []');
    expect(channel.at(minutes(5), DOWN)).toBe('wait 10 min');
    const again = incident({ outages: [{ startedAt: NOW, endedAt: minutes(6) }, { startedAt: minutes(7) }] });
    expect(channel.at(minutes(7), again)).toBe('down_again critical 2 [1]');
    expect(channel.at(minutes(16), again)).toBe('wait 60 s');
  });

  it('do not begin a silence period', () => {
    const channel = reminding({ silenceMs: 10 * MINUTE_MS });
    channel.at(minutes(10), DOWN);
    channel.at(minutes(11), resolved(DOWN, minutes(11)));
    const next = { id: 'next', incident: { ...DOWN, triggeredAt: minutes(12) } };
    expect(channel.look([next], minutes(12))).toBe('outage critical 1 []');
  });

  it.each<{ rule: string; changes: Partial<Policy>; after: Incident; result: string }>([
    { rule: 'acknowledged', changes: {}, after: ACKNOWLEDGED, result: 'nothing' },
    { rule: 'snoozed', changes: {}, after: { ...DOWN, snoozedUntil: minutes(25) }, result: 'wait 15 min' },
    { rule: 'within the silence period', changes: { silenceMs: 30 * MINUTE_MS }, after: DOWN, result: 'wait 20 min' },
    {
      rule: 'no longer admitted',
      changes: { filter: 'critical' },
      after: { ...DOWN, severity: 'major' },
      result: 'nothing',
    },
  ])('are not sent while it is $rule', ({ changes, after, result }) => {
    expect(reminding(changes).at(minutes(10), after)).toBe(result);
  });

  it('wait for the end of quiet hours and of maintenance', () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const quietHours = { from: '12:40', to: '13:00', days, timeZone: 'UTC', passesCritical: false };
    const quiet = reminding({ quietHours });
    expect(quiet.at(minutes(10), DOWN)).toBe('wait 20 min');
    expect(quiet.at(minutes(30), DOWN)).toBe('reminder critical 1 []');
    const maintained = reminding();
    maintained.maintenance = [{ startsAt: minutes(5), endsAt: minutes(20) }];
    expect(maintained.at(minutes(10), DOWN)).toBe('wait 10 min');
  });
});
