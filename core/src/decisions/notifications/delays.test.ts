import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { NOW } from '../../testing/samples.ts';
import type { QuietHours } from '../../values/channel-timing.ts';
import type { Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';

const DOWN = incident({ outages: [{ startedAt: NOW }] });
const MAJOR = incident({ severity: 'major', down: ['tw', 'th'], outages: [{ startedAt: NOW }] });
const PARTIAL = incident({ severity: 'minor', down: ['th'] });
const [FIRST, SECOND] = [{ startedAt: NOW, endedAt: minutes(10) }, { startedAt: minutes(20) }];
const AGAIN = incident({ outages: [FIRST, SECOND] });

function acknowledged(from: Incident, atMs: number, severity: Severity = from.severity): Incident {
  return { ...from, acknowledgement: { at: atMs, by: { name: 'Ann', channelName: null }, severity } };
}

function snoozed(from: Incident, untilMs: number): Incident {
  return { ...from, snoozedUntil: untilMs };
}

/** NOW is 12:30 UTC: quiet for the next hour. */
const QUIET: QuietHours = {
  from: '12:00',
  to: '13:30',
  days: [1, 2, 3, 4, 5, 6, 7],
  timeZone: 'UTC',
  passesCritical: false,
};

describe("a channel's delay", () => {
  const delayed = () => new NotifiedChannel({ delayMs: 15 * MINUTE_MS });

  it('announces what continues, and its end', () => {
    const channel = delayed();
    expect(channel.at(NOW, DOWN)).toBe('wait 15 min');
    expect(channel.at(minutes(15), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(minutes(16), resolved(DOWN, minutes(16)))).toBe('recovery critical 1 [1]');
  });

  it.each([
    {
      rule: 'logs an outage that ended before',
      from: DOWN,
      endedAt: minutes(14),
      result: 'delay: short_outage critical 1 [1]',
    },
    {
      rule: 'logs a failure that ended before',
      from: PARTIAL,
      endedAt: minutes(14),
      result: 'delay: short_partial minor 0 [0]',
    },
    {
      rule: 'announces an outage that ended after',
      from: DOWN,
      endedAt: minutes(15),
      result: 'short_outage critical 1 [1]',
    },
  ])('$rule', ({ from, endedAt, result }) => {
    const channel = delayed();
    expect(channel.at(minutes(16), resolved(from, endedAt))).toBe(result);
    expect(channel.at(minutes(17), resolved(from, endedAt))).toBe('nothing');
  });

  it('counts from the first outage, not from a failure before it', () => {
    expect(delayed().at(minutes(10), incident({ outages: [{ startedAt: minutes(10) }] }))).toBe('wait 15 min');
  });

  it('logs the first outage and announces the second, when its time is over', () => {
    const channel = delayed();
    const between = incident({ severity: 'minor', down: ['th'], outages: [{ ...FIRST, severity: 'critical' }] });
    expect(channel.at(minutes(11), between)).toBe('delay: short_outage critical 1 [1]');
    expect(channel.at(minutes(11), between)).toBe('wait 240 s');
    expect(channel.at(minutes(20), AGAIN)).toBe('outage critical 2 []');
  });
});

describe('an acknowledged incident', () => {
  it('is announced only if it becomes more severe, or recovers', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, MAJOR);
    const known = acknowledged(DOWN, minutes(1), 'major');
    expect(channel.at(minutes(2), known)).toBe('worse critical 1 []');
    expect(channel.at(minutes(3), resolved(known, minutes(3)))).toBe('recovery critical 1 [1]');
  });

  it('is announced again once its recovery was, but not by a channel that announced nothing', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, DOWN);
    const up = incident({ severity: 'minor', down: ['th'], outages: [FIRST] });
    expect(channel.at(minutes(10), acknowledged(up, minutes(1), 'critical'))).toBe('recovery critical 1 [1] still th');
    const again = acknowledged(AGAIN, minutes(1));
    expect(channel.at(minutes(20), again)).toBe('outage critical 2 []');
    const other = new NotifiedChannel();
    expect(other.at(minutes(20), again)).toBe('acknowledged: short_outage critical 1 [1]');
    expect(other.at(minutes(20), again)).toBe('nothing');
  });

  it('is not announced by a delayed channel, unless it is more severe when the delay is over', () => {
    const delayed = () => new NotifiedChannel({ delayMs: 15 * MINUTE_MS });
    expect(delayed().at(minutes(20), acknowledged(DOWN, minutes(5)))).toBe('nothing');
    expect(delayed().at(minutes(5), acknowledged(DOWN, minutes(5), 'major'))).toBe('wait 10 min');
    expect(delayed().at(minutes(20), acknowledged(DOWN, minutes(5), 'major'))).toBe('outage critical 1 []');
  });

  it('is announced once the acknowledgement is withdrawn', () => {
    const channel = new NotifiedChannel();
    expect(channel.at(minutes(5), acknowledged(DOWN, minutes(1)))).toBe('nothing');
    expect(channel.at(minutes(6), DOWN)).toBe('outage critical 1 []');
  });

  it('announces what had ended before it was acknowledged', () => {
    const over = acknowledged(resolved(DOWN, minutes(5)), minutes(6));
    expect(new NotifiedChannel().at(minutes(7), over)).toBe('short_outage critical 1 [1]');
  });
});

describe('a snoozed incident', () => {
  it('is announced afterwards, also if it became more severe', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, MAJOR);
    expect(channel.at(minutes(5), snoozed(DOWN, minutes(30)))).toBe('wait 25 min');
    expect(channel.at(minutes(30), snoozed(DOWN, minutes(30)))).toBe('worse critical 1 []');
  });

  it('lets its recovery pass, and logs what it held', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, DOWN);
    const over = resolved(snoozed(DOWN, minutes(30)), minutes(5));
    expect(channel.at(minutes(5), over)).toBe('recovery critical 1 [1]');
    expect(new NotifiedChannel().at(minutes(5), over)).toBe('snoozed: short_outage critical 1 [1]');
  });
});

describe('quiet hours', () => {
  const quiet = (changes: Partial<QuietHours> = {}) => new NotifiedChannel({ quietHours: { ...QUIET, ...changes } });

  it('hold a failure, and announce what ended by then', () => {
    expect(quiet().at(NOW, DOWN)).toBe('wait 60 min');
    expect(quiet().at(minutes(60), DOWN)).toBe('outage critical 1 []');
    const channel = quiet();
    expect(channel.at(minutes(5), resolved(DOWN, minutes(5)))).toBe('wait 55 min');
    expect(channel.at(minutes(60), resolved(DOWN, minutes(5)))).toBe('short_outage critical 1 [1]');
  });

  it('let a recovery pass if its failure did', () => {
    const channel = quiet();
    expect(channel.at(minutes(-31), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(minutes(5), resolved(DOWN, minutes(5)))).toBe('recovery critical 1 [1]');
  });

  it('let critical failures pass where that is wished, after what they held before', () => {
    const channel = quiet({ passesCritical: true });
    const first = { id: 'a', incident: resolved(PARTIAL, minutes(5)) };
    expect(channel.look([first], minutes(5))).toBe('wait 55 min');
    const second = { id: 'b', incident: { ...DOWN, triggeredAt: minutes(10) } };
    expect(channel.look([first, second], minutes(10))).toBe('short_partial minor 0 [0]');
    expect(channel.look([first, second], minutes(10))).toBe('outage critical 1 []');
  });
});

describe('of several that hold a failure the last decides about what is over by then', () => {
  const later = (from: Incident, endMin: number) => resolved(from, minutes(endMin));

  it.each([
    { rule: 'quiet hours, then the delay', ended: later(DOWN, 10), result: 'delay: short_outage critical 1 [1]' },
    { rule: 'quiet hours after the delay', ended: later(DOWN, 20), result: 'wait 40 min' },
    {
      rule: 'the delay, then a snooze',
      ended: later(snoozed(DOWN, minutes(12)), 10),
      result: 'snoozed: short_outage critical 1 [1]',
    },
    {
      rule: 'the delay after a snooze',
      ended: later(snoozed(DOWN, minutes(8)), 10),
      result: 'delay: short_outage critical 1 [1]',
    },
    {
      rule: 'an acknowledgement after the delay',
      ended: later(acknowledged(DOWN, minutes(16)), 20),
      result: 'acknowledged: short_outage critical 1 [1]',
    },
  ])('$rule', ({ ended, result }) => {
    const channel = new NotifiedChannel({ delayMs: 15 * MINUTE_MS, quietHours: QUIET });
    expect(channel.at(minutes(20), ended)).toBe(result);
  });

  it('the silence period after a snooze', () => {
    const channel = new NotifiedChannel({ silenceMs: 60 * MINUTE_MS });
    channel.at(NOW, DOWN);
    channel.at(minutes(1), resolved(DOWN, minutes(1)));
    const next = (untilMin: number) => ({
      id: 'next',
      incident: resolved(snoozed({ ...DOWN, triggeredAt: minutes(5) }, minutes(untilMin)), minutes(10)),
    });
    expect(channel.look([next(8)], minutes(10))).toBe('wait 50 min');
    expect(channel.look([next(12)], minutes(10))).toBe('snoozed: short_outage critical 1 [1]');
  });

  it('outages of one incident each by what held them', () => {
    const channel = new NotifiedChannel({ delayMs: 15 * MINUTE_MS });
    const both = resolved(AGAIN, minutes(25));
    expect(channel.at(minutes(30), both)).toBe('delay: short_outage critical 1 [1]');
    expect(channel.at(minutes(30), both)).toBe('short_outage critical 2 [2]');
    expect(channel.at(minutes(30), both)).toBe('nothing');
  });
});
