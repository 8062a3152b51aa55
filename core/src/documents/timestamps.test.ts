import { describe, expect, it } from 'vitest';
import { fromTimestamps, toTimestamps } from './timestamps.ts';

class Stamp {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}
const store = (value: Record<string, unknown>) => toTimestamps(value, (ms) => new Stamp(ms));
const read = (value: unknown) => fromTimestamps(value, (each) => (each instanceof Stamp ? each.ms : null));

describe('timestamps in documents', () => {
  it.each([
    ['createdAt', { createdAt: 5 }, { createdAt: new Stamp(5) }],
    ['leaseUntil', { leaseUntil: 5 }, { leaseUntil: new Stamp(5) }],
    ['until', { plan: { since: 5, until: 6 } }, { plan: { since: new Stamp(5), until: new Stamp(6) } }],
    ['abstainingSince', { abstainingSince: 5 }, { abstainingSince: new Stamp(5) }],
    [
      'a vote in a nested map',
      { votes: { tw: { since: 5, agentSeq: 5 } } },
      { votes: { tw: { since: new Stamp(5), agentSeq: 5 } } },
    ],
    ['entries of a list', { transitions: [{ at: 5, to: 'up' }] }, { transitions: [{ at: new Stamp(5), to: 'up' }] }],
    ['the end of a dotted path', { 'endpoints.a.since': 5 }, { 'endpoints.a.since': new Stamp(5) }],
    ['other numbers, and null', { generation: 5, resolvedAt: null }, { generation: 5, resolvedAt: null }],
  ])('stores %s', (_, value, stored) => {
    expect(store(value)).toEqual(stored);
  });

  it('reads back what it stored', () => {
    const value = { a: [{ at: 1, list: [1, 2] }], since: 2, name: 'x', deep: { expireAt: 3, none: null } };
    expect(read(store(value))).toEqual(value);
  });
});
