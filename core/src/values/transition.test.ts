import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';
import { type MonitorTransition, type Transition, trimRecent, trimTransitions } from './transition.ts';

function down(hoursAgo: number): Transition {
  return { at: NOW - hoursAgo * HOUR_MS, from: 'up', to: 'down', locations: ['tw'] };
}

function up(hoursAgo: number): Transition {
  return { at: NOW - hoursAgo * HOUR_MS, from: 'down', to: 'up', locations: ['tw'] };
}

describe('recent entries', () => {
  it('are younger than 25 h, oldest first', () => {
    const [old, edge, kept] = [NOW - 26 * HOUR_MS, NOW - 25 * HOUR_MS, NOW - 25 * HOUR_MS + 1];
    expect(trimRecent([{ at: NOW }, { at: old }], [{ at: edge }, { at: kept }], NOW, 10)).toEqual([
      { at: kept },
      { at: NOW },
    ]);
  });

  it('are at most as many as given, the newest', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ at: NOW - index * MINUTE_MS }));
    const kept = trimRecent(many, [{ at: NOW + 1 }], NOW, 3);
    expect(kept.map((entry) => NOW - entry.at)).toEqual([MINUTE_MS, 0, -1]);
  });

  it('keep the order of entries with the same time', () => {
    expect(trimRecent([{ at: NOW, n: 1 }], [{ at: NOW, n: 2 }], NOW, 10).map((entry) => entry.n)).toEqual([1, 2]);
  });
});

describe('transitions with a limit', () => {
  it('do not change below the limit', () => {
    expect(trimTransitions([down(3)], [up(2)], NOW, 2)).toEqual([down(3), up(2)]);
  });

  it('keep the last removed one, with an unknown past', () => {
    expect(trimTransitions([down(3), up(2)], [down(1)], NOW, 2)).toEqual([
      { ...down(3), from: 'unknown' },
      up(2),
      down(1),
    ]);
    expect(trimTransitions([down(3), up(2)], [down(1)], NOW, 1)).toEqual([{ ...up(2), from: 'unknown' }, down(1)]);
  });

  it('keep one older than 25 h only if the endpoint was down then', () => {
    expect(trimTransitions([down(26)], [up(2)], NOW, 1)).toEqual([down(26), up(2)]);
    expect(trimTransitions([down(28), up(26)], [down(2)], NOW, 1)).toEqual([down(2)]);
    expect(trimTransitions([down(28), down(27)], [up(2)], NOW, 1)).toEqual([down(28), down(27), up(2)]);
  });

  it('keep of an outage that is older than 25 h its first and its last one', () => {
    const unknown = (hoursAgo: number): Transition => ({ ...up(hoursAgo), to: 'unknown' });
    const again = (hoursAgo: number): Transition => ({ ...down(hoursAgo), from: 'unknown' });
    const isUp = (hoursAgo: number): Transition => ({ ...up(hoursAgo), from: 'unknown' });
    expect(trimTransitions([down(30), unknown(29)], [], NOW, 9)).toEqual([down(30), unknown(29)]);
    expect(trimTransitions([down(40), unknown(35), again(33), unknown(29)], [again(1)], NOW, 9)).toEqual([
      down(40),
      unknown(29),
      again(1),
    ]);
    expect(trimTransitions([down(40), up(39), { ...down(38), to: 'unknown', from: 'up' }], [], NOW, 9)).toEqual([]);
    expect(trimTransitions([down(40), unknown(35), isUp(33)], [], NOW, 9)).toEqual([]);
    expect(trimTransitions([unknown(29)], [], NOW, 9)).toEqual([unknown(29)]);
  });

  it('have an unknown past only for endpoints that lost one', () => {
    const of = (endpoint: string, each: Transition): MonitorTransition => ({ ...each, endpoint });
    const kept = trimTransitions([of('a', down(4)), of('b', down(3)), of('a', up(2))], [of('b', up(1))], NOW, 3);
    expect(kept).toEqual([of('a', { ...down(4), from: 'unknown' }), of('b', down(3)), of('a', up(2)), of('b', up(1))]);
  });

  it('exceed the limit by at most one per endpoint, after any number of changes', () => {
    const of = (endpoint: string, hoursAgo: number) => ({ ...down(hoursAgo), endpoint });
    const once = trimTransitions([], [of('a', 5), of('b', 4), of('a', 3), of('b', 2)], NOW, 1);
    expect(once).toEqual(
      [{ ...of('a', 3), from: 'unknown' }, { ...of('b', 4), from: 'unknown' }, of('b', 2)].sort((x, y) => x.at - y.at),
    );
    expect(trimTransitions(once, [], NOW, 1)).toEqual(once);
  });
});
