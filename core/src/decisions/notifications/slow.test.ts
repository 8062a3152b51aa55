import { describe, expect, it } from 'vitest';
import { incident, minutes, NotifiedChannel, resolved } from '../../testing/notified-channel.ts';
import { subjectKey } from './subject.ts';

const SLOW = { ...incident({ severity: 'minor', down: ['tw'] }), type: 'slow' as const };
const OVER = resolved(SLOW, minutes(9));

describe('a slow endpoint', () => {
  it('is announced once, and its end, whatever the severity filter', () => {
    const channel = new NotifiedChannel({ alsoSlow: true, filter: 'critical' });
    expect([channel.at(minutes(1), SLOW), channel.at(minutes(2), SLOW), channel.at(minutes(9), OVER)]).toEqual([
      'slow minor 0 []',
      'nothing',
      'slow_over minor 0 [0]',
    ]);
    expect(channel.content?.values.durationMs).toBe(minutes(9) - minutes(0));
    expect(channel.at(minutes(10), OVER)).toBe('nothing');
  });
  it('is not announced by a channel that did not choose it, nor is its end', () => {
    const channel = new NotifiedChannel({ filter: 'all' });
    expect([channel.at(minutes(1), SLOW), channel.at(minutes(9), OVER)]).toEqual(['nothing', 'nothing']);
  });
  it('its end is announced where it was announced, even if the channel no longer announces others', () => {
    const channel = new NotifiedChannel({ alsoSlow: true });
    channel.at(minutes(1), SLOW);
    channel.policy = { ...channel.policy, alsoSlow: false };
    expect(channel.at(minutes(9), OVER)).toBe('slow_over minor 0 [0]');
  });
  it.each([
    ['a delay', { delayMs: minutes(10) - minutes(0) }, {}, 'wait 9 min'],
    ['a snooze', {}, { snoozedUntil: minutes(8) }, 'wait 7 min'],
  ])('is held by %s, and not announced if it is over by then', (_, policy, changes, expected) => {
    const channel = new NotifiedChannel({ alsoSlow: true, ...policy });
    expect(channel.at(minutes(1), { ...SLOW, ...changes })).toBe(expected);
    expect(channel.at(minutes(9), OVER)).toBe('nothing');
  });
  it('is held while what its monitor depends on is down', () => {
    const channel = new NotifiedChannel({ alsoSlow: true });
    channel.causeOutages = [{ startsAt: minutes(0), endsAt: null }];
    expect(channel.at(minutes(1), SLOW)).toMatch(/^wait/);
  });
  it('is forgotten without a message if it is no longer watched, or has another limit', () => {
    const channel = new NotifiedChannel({ alsoSlow: true });
    channel.at(minutes(1), SLOW);
    expect(channel.at(minutes(9), resolved(SLOW, minutes(9), 'unmonitored'))).toBe('forget');
  });
  it('is a subject besides its failures and its certificate', () => {
    expect(
      new Set([SLOW, { ...SLOW, type: 'downtime' as const }, { ...SLOW, type: 'certificate' as const }].map(subjectKey))
        .size,
    ).toBe(3);
  });
});
