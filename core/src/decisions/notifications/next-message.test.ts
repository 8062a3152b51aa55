import { describe, expect, it } from 'vitest';
import type { Incident } from '../../documents/incident.ts';
import {
  describeNext,
  IMMEDIATE,
  incident,
  NotifiedChannel,
  resolved,
  seconds,
} from '../../testing/notified-channel.ts';
import { certificateSample, NOW, outageSample } from '../../testing/samples.ts';
import type { SeverityFilter } from '../../values/severity-filter.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { nextMessage } from './next-message.ts';

const DOWN = incident({ outages: [{ startedAt: NOW }] });
const PARTIAL = incident({ severity: 'minor', down: ['th'] });
const UP_AGAIN = incident({
  severity: 'minor',
  down: ['th'],
  outages: [{ severity: 'critical', startedAt: NOW, endedAt: seconds(60) }],
  changedAt: seconds(60),
});

describe('the table of messages', () => {
  it('an outage and its recovery, each once', () => {
    const channel = new NotifiedChannel();
    expect(channel.at(NOW, DOWN)).toBe('outage critical 1 []');
    expect(channel.at(seconds(5), DOWN)).toBe('nothing');
    expect(channel.at(seconds(60), resolved(DOWN, seconds(60)))).toBe('recovery critical 1 [1]');
    expect(channel.at(seconds(61), resolved(DOWN, seconds(60)))).toBe('nothing');
  });

  it('a failure from some locations, then an outage, then everything is up', () => {
    const channel = new NotifiedChannel();
    expect(channel.at(NOW, PARTIAL)).toBe('partial minor 0 []');
    expect(channel.at(seconds(20), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(seconds(60), resolved(DOWN, seconds(60)))).toBe('recovery critical 1 [1]');
  });

  it('an outage that becomes more severe, but not one that becomes less severe and severe again', () => {
    const channel = new NotifiedChannel();
    const major = incident({ severity: 'major', down: ['tw', 'th'], outages: [{ startedAt: NOW }] });
    expect(channel.at(NOW, major)).toBe('outage major 1 []');
    expect(channel.at(seconds(20), DOWN)).toBe('worse critical 1 []');
    expect(channel.at(seconds(30), major)).toBe('nothing');
    expect(channel.at(seconds(40), DOWN)).toBe('nothing');
  });

  it('the first alert of a new endpoint waits for the locations that have not voted, at most until then', () => {
    const channel = new NotifiedChannel();
    const first = { ...incident({ severity: 'major', outages: [{ startedAt: NOW }] }), awaitsVotesUntil: seconds(60) };
    expect(channel.at(seconds(10), first)).toBe('wait 50 s');
    expect(channel.at(seconds(11), { ...first, awaitsVotesUntil: null })).toBe('outage major 1 []');
    expect(new NotifiedChannel().at(seconds(60), first)).toBe('outage major 1 []');
    expect(new NotifiedChannel().at(seconds(30), resolved(first, seconds(20)))).toBe('short_outage major 1 [1]');
  });

  it('a recovery names the locations that still fail, and their end is announced', () => {
    const channel = new NotifiedChannel();
    expect(channel.at(NOW, DOWN)).toBe('outage critical 1 []');
    expect(channel.at(seconds(60), UP_AGAIN)).toBe('recovery critical 1 [1] still th');
    expect(channel.at(seconds(160), UP_AGAIN)).toBe('nothing');
    expect(channel.at(seconds(200), resolved(UP_AGAIN, seconds(200)))).toBe('partial_over minor 0 [0]');
  });

  it('failing locations that the filter does not admit count as up', () => {
    const channel = new NotifiedChannel({ filter: 'high' });
    expect(channel.at(NOW, DOWN)).toBe('outage critical 1 []');
    expect(channel.at(seconds(60), UP_AGAIN)).toBe('recovery critical 1 [1]');
    expect(channel.at(seconds(200), resolved(UP_AGAIN, seconds(200)))).toBe('nothing');
  });

  it('another outage of the incident, seen only after it started', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, DOWN);
    const again = incident({ outages: [{ startedAt: NOW, endedAt: seconds(60) }, { startedAt: seconds(80) }] });
    expect(channel.at(seconds(80), again)).toBe('down_again critical 2 [1]');
    expect(channel.at(seconds(120), resolved(again, seconds(120)))).toBe('recovery critical 2 [2]');
  });

  it('outages that started and ended before a run are one line', () => {
    const ended = incident({
      severity: 'critical',
      outages: [
        { startedAt: NOW, endedAt: seconds(10) },
        { startedAt: seconds(30), endedAt: seconds(60) },
      ],
    });
    const next = nextMessage(
      [{ id: 'i', incident: resolved(ended, seconds(60)), maintenance: [] }],
      null,
      IMMEDIATE,
      seconds(70),
    );
    expect(describeNext(next, seconds(70))).toBe('short_outage critical 2 [1,2]');
    expect(next?.do === 'send' && next.content.values).toMatchObject({ count: 2, durationMs: 40 * SECOND_MS });
  });

  it('a failure from some locations that started and ended before a run', () => {
    expect(new NotifiedChannel().at(seconds(70), resolved(PARTIAL, seconds(60)))).toBe('short_partial minor 0 [0]');
  });

  it('the end of what is no longer watched is not announced', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, DOWN);
    const gone = resolved(DOWN, seconds(60), 'unmonitored');
    expect([channel.at(seconds(60), gone), channel.at(seconds(61), gone)]).toEqual(['forget', 'nothing']);
  });

  const certificate = (days: number): Incident => ({
    ...incident({ severity: 'informational' }),
    type: 'certificate',
    certificate: certificateSample(),
    details: { ...incident({}).details, certificateEndsAt: NOW + days * DAY_MS },
  });

  it.each<[SeverityFilter, string]>([
    ['all', 'certificate informational 0 []'],
    ['low', 'certificate informational 0 []'],
    ['medium', 'certificate informational 0 []'],
    ['high', 'certificate informational 0 []'],
    ['critical', 'nothing'],
  ])('an expiry for the filter %s: %s', (filter, result) => {
    expect(new NotifiedChannel({ filter }).at(NOW, certificate(13))).toBe(result);
    expect(new NotifiedChannel({ filter }).at(NOW, { ...certificate(13), type: 'domain' })).toBe(
      result.replace('certificate', 'domain'),
    );
  });

  it('a certificate at each of its warnings, once, and its renewal not', () => {
    const channel = new NotifiedChannel();
    const expiring = certificate(13);
    const result = 'certificate informational 0 []';
    expect(channel.at(NOW, expiring)).toBe(result);
    expect(channel.content?.values).toMatchObject({
      count: 13,
      certificate: { issuers: ['Test CA R1', 'Test Root X1'], names: ['shop.farwatch.test', 'www.shop.farwatch.test'] },
    });
    expect(channel.at(seconds(60), expiring)).toBe('wait 8639 min');
    const later = [5.9, 6, 6.1, 10, 11, 12, 12.1, 14].map((days) => channel.at(NOW + days * DAY_MS, expiring));
    expect(later).toEqual([
      'wait 144 min',
      result,
      'wait 5616 min',
      result,
      'wait 1440 min',
      result,
      'nothing',
      'nothing',
    ]);
    expect(channel.at(NOW + 15 * DAY_MS, resolved(expiring, NOW + 15 * DAY_MS))).toBe('close');
  });

  it('a certificate that replaces one which ends tomorrow, and none again when both are shown in turn', () => {
    const channel = new NotifiedChannel();
    const old = certificate(0.9);
    const next = certificate(10);
    const found = [old, next, old, next, old].map((each, hour) => channel.at(NOW + hour * HOUR_MS, each).split(' ')[0]);
    expect(found).toEqual(['certificate', 'certificate', 'nothing', 'wait', 'nothing']);
    expect(channel.at(NOW + 3.1 * DAY_MS, next)).toBe('certificate informational 0 []');
    expect(channel.content?.values.count).toBe(7);
  });

  it('a certificate not again that is shown again after a valid one, as the next incident', () => {
    const channel = new NotifiedChannel();
    const old = certificate(2.5);
    channel.look([{ id: 'first', incident: old }], NOW);
    const first = { id: 'first', incident: resolved(old, seconds(60)) };
    expect(channel.look([first], seconds(60))).toBe('close');
    const second = { id: 'second', incident: { ...old, triggeredAt: seconds(90), changedAt: seconds(90) } };
    expect(channel.look([first, second], seconds(90))).toMatch(/^wait/);
    expect(channel.look([second], NOW + 1.6 * DAY_MS)).toBe('certificate informational 0 []');
  });

  it('a domain that was renewed for a short time only', () => {
    const channel = new NotifiedChannel();
    const domain = (days: number) => ({ ...certificate(days), type: 'domain' as const, certificate: null });
    expect(channel.at(NOW, domain(0.5))).toMatch(/^domain/);
    expect(channel.at(seconds(60), domain(25))).toMatch(/^domain/);
    expect(channel.at(seconds(61), domain(25))).toMatch(/^wait/);
  });

  it.each([
    [1.5, 2],
    [0.1, 1],
    [0, 0],
    [-3, 0],
  ])('%d days before its end a certificate has %i days left', (days, count) => {
    const channel = new NotifiedChannel();
    channel.at(NOW, certificate(days));
    expect(channel.content?.values.count).toBe(count);
  });

  it('a domain 30, 14, 7 and 1 days before its expiry, once each', () => {
    const channel = new NotifiedChannel();
    const expiring = { ...certificate(30), type: 'domain' as const, certificate: null };
    const days = [0, 1, 16, 17, 23, 24, 29, 29.5, 31];
    expect(days.map((day) => channel.at(NOW + day * DAY_MS, expiring).split(' ')[0])).toEqual([
      'domain',
      'wait',
      'domain',
      'wait',
      'domain',
      'wait',
      'domain',
      'nothing',
      'nothing',
    ]);
  });

  it('one of a few days is not warned of what lies behind', () => {
    const channel = new NotifiedChannel();
    const times = [0, 0.1, 0.2, 0.3].map((days) => NOW + days * DAY_MS);
    expect(times.map((atMs) => channel.at(atMs, certificate(1.2)).split(' ')[0])).toEqual([
      'certificate',
      'wait',
      'certificate',
      'nothing',
    ]);
  });

  it('the next incident after the recovery of the one before, in order', () => {
    const channel = new NotifiedChannel();
    channel.look([{ id: 'first', incident: DOWN }], NOW);
    const first = { id: 'first', incident: resolved(DOWN, seconds(60)) };
    const second = { id: 'second', incident: { ...DOWN, triggeredAt: seconds(90), changedAt: seconds(90) } };
    expect(channel.look([first, second], seconds(100))).toBe('recovery critical 1 [1]');
    expect(channel.look([first, second], seconds(100))).toBe('outage critical 1 []');
    expect(channel.look([first, second], seconds(100))).toBe('nothing');
  });
});

describe('a channel that became ready', () => {
  it('announces what is down', () => {
    expect(new NotifiedChannel({ sinceMs: seconds(600) }).at(seconds(600), DOWN)).toBe('outage critical 1 []');
  });

  it('announces nothing that ended before', () => {
    const channel = new NotifiedChannel({ sinceMs: seconds(600) });
    expect(channel.at(seconds(601), resolved(DOWN, seconds(60)))).toBe('nothing');
    expect(channel.at(seconds(601), resolved(PARTIAL, seconds(60)))).toBe('nothing');
    expect(channel.at(seconds(601), UP_AGAIN)).toBe('partial minor 0 []');
  });
});

describe('gathering', () => {
  const fresh = (changedAt: number, firstFailedAt = NOW): Incident => ({
    ...PARTIAL,
    changedAt,
    updates: [{ event: 'opened', status: 'active', severity: 'minor', locations: ['th'], createdAt: firstFailedAt }],
  });

  it.each([
    { rule: '8 s from the change', changedAt: seconds(1), nowMs: seconds(2), result: 'wait 7 s' },
    { rule: 'at most 10 s from the first failing check', changedAt: seconds(6), nowMs: seconds(7), result: 'wait 3 s' },
    {
      rule: '2 s if it is reported late',
      changedAt: seconds(30),
      nowMs: seconds(30),
      result: 'wait 2 s',
    },
    {
      rule: 'not longer if it is reported late',
      changedAt: seconds(30),
      nowMs: seconds(32),
      result: 'partial minor 0 []',
    },
    { rule: 'not after its time', changedAt: seconds(1), nowMs: seconds(9), result: 'partial minor 0 []' },
  ])('of a failure waits $rule', ({ changedAt, nowMs, result }) => {
    expect(new NotifiedChannel().at(nowMs, fresh(changedAt), false)).toBe(result);
  });

  it('of a recovery waits 8 s for the locations that still fail', () => {
    const channel = new NotifiedChannel();
    channel.at(NOW, DOWN);
    expect(channel.at(seconds(61), UP_AGAIN, false)).toBe('wait 7 s');
    expect(channel.at(seconds(61), resolved(UP_AGAIN, seconds(61)), false)).toBe('recovery critical 1 [1]');
  });
});

describe('the silence period', () => {
  const silent = (filter: SeverityFilter = 'all') => new NotifiedChannel({ filter, silenceMs: 5 * MINUTE_MS });
  const again = incident({ outages: [{ startedAt: NOW, endedAt: seconds(60) }, { startedAt: seconds(80) }] });

  it('delays the next outage to its end, and not the recovery', () => {
    const channel = silent();
    channel.at(NOW, DOWN);
    const over = resolved(incident({ outages: [{ startedAt: NOW, endedAt: seconds(60) }] }), seconds(60));
    expect(channel.at(seconds(60), over)).toBe('recovery critical 1 [1]');
    const next = { id: 'next', incident: { ...DOWN, triggeredAt: seconds(100) } };
    expect(channel.look([next], seconds(100))).toBe('wait 200 s');
    expect(channel.look([next], seconds(300))).toBe('outage critical 1 []');
  });

  it('announces what ended by then in one line', () => {
    const channel = silent();
    channel.at(NOW, DOWN);
    channel.at(seconds(60), UP_AGAIN);
    const ended = resolved(
      incident({
        outages: [
          { startedAt: NOW, endedAt: seconds(60) },
          { startedAt: seconds(80), endedAt: seconds(90) },
        ],
      }),
      seconds(90),
    );
    expect(channel.at(seconds(90), ended)).toBe('recovery minor 2 [0,2]');
  });

  it('lets pass what is more severe than the last failure', () => {
    const channel = silent();
    channel.at(NOW, PARTIAL);
    expect(channel.at(seconds(20), DOWN)).toBe('outage critical 1 []');
    expect(channel.at(seconds(80), again)).toBe('wait 240 s');
  });

  it('does not begin again with what waited for it, and what is running is not delayed by that', () => {
    const channel = silent();
    channel.at(NOW, DOWN);
    const short = (id: string, from: number) => {
      const outage = outageSample({ startedAt: seconds(from), endedAt: seconds(from + 10) });
      return { id, incident: resolved({ ...DOWN, triggeredAt: seconds(from), outage }, seconds(from + 10)) };
    };
    const first = { id: 'i', incident: resolved(DOWN, seconds(10)) };
    expect(channel.look([first], seconds(10))).toBe('recovery critical 1 [1]');
    const running = { id: 'c', incident: { ...DOWN, triggeredAt: seconds(200), changedAt: seconds(200) } };
    const all = [first, short('a', 60), short('b', 120), running];
    expect(channel.look(all, seconds(200))).toBe('wait 100 s');
    const result = [1, 2, 3, 4].map(() => channel.look(all, seconds(300)));
    expect(result).toEqual([
      'short_outage critical 1 [1]',
      'short_outage critical 1 [1]',
      'outage critical 1 []',
      'nothing',
    ]);
  });

  it('what is more severe passes, after what waited', () => {
    const channel = silent();
    channel.at(NOW, PARTIAL);
    const over = { id: 'i', incident: resolved(PARTIAL, seconds(10)) };
    channel.look([over], seconds(10));
    const waited = { id: 'a', incident: resolved({ ...PARTIAL, triggeredAt: seconds(30) }, seconds(40)) };
    const severe = { id: 'b', incident: { ...DOWN, triggeredAt: seconds(50) } };
    expect(channel.look([over, waited], seconds(40))).toBe('wait 260 s');
    expect(channel.look([over, waited, severe], seconds(50))).toBe('short_partial minor 0 [0]');
    expect(channel.look([over, waited, severe], seconds(50))).toBe('outage critical 1 []');
  });

  it('what is more severe is looked at when its own gathering or delay ends, not when the silence does', () => {
    const fresh = (id: string, fromSec: number) => {
      const updates = incident({}).updates.map((each) => ({ ...each, createdAt: seconds(fromSec) }));
      const at = { triggeredAt: seconds(fromSec), changedAt: seconds(fromSec), updates };
      return { id, incident: { ...DOWN, ...at, outage: outageSample({ startedAt: seconds(fromSec) }) } };
    };
    const over = { id: 'i', incident: resolved(PARTIAL, seconds(10)) };
    for (const [delayMs, untilSec, result] of [
      [0, 40, 'wait 8 s'],
      [2 * MINUTE_MS, 160, 'wait 120 s'],
    ] as const) {
      const channel = silent();
      channel.at(NOW, PARTIAL);
      channel.look([over], seconds(10));
      channel.policy = { ...channel.policy, delayMs };
      const waited = { id: 'a', incident: resolved({ ...PARTIAL, triggeredAt: seconds(30) }, seconds(untilSec)) };
      const now = untilSec + 10;
      expect(channel.look([over, waited, fresh('b', now)], seconds(now), false)).toBe(result);
    }
  });

  it('does not count for another URL', () => {
    const channel = silent();
    channel.at(NOW, DOWN);
    const moved = { ...DOWN, triggeredAt: seconds(60), endpoint: { name: 'Shop', url: 'https://new.farwatch.test/' } };
    expect(channel.look([{ id: 'next', incident: moved }], seconds(60))).toBe('outage critical 1 []');
  });
});
