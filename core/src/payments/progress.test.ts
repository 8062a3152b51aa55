import { describe, expect, it } from 'vitest';
import { type PaidState, paidStateSchema } from '../documents/payment.ts';
import { isMoneySeen, orderStateOf, paidAfter } from './progress.ts';

/** The states of one payment as the order has them after each word. */
function told(...words: PaidState[]): string[] {
  let paid: Record<string, PaidState> = {};
  return words.map((word) => {
    paid = paidAfter(paid, '1', word) ?? paid;
    return orderStateOf(Object.values(paid));
  });
}

describe('one payment goes forward only', () => {
  it.each<[PaidState[], string[]]>([
    [
      ['waiting', 'confirming', 'confirmed', 'sending', 'finished'],
      ['waiting', 'confirming', 'confirmed', 'sending', 'finished'],
    ],
    [
      ['finished', 'confirming', 'waiting', 'sending'],
      ['finished', 'finished', 'finished', 'finished'],
    ],
    [
      ['finished', 'failed', 'expired', 'partially_paid'],
      ['finished', 'finished', 'finished', 'finished'],
    ],
    [
      ['finished', 'refunded', 'finished', 'confirming'],
      ['finished', 'refunded', 'refunded', 'refunded'],
    ],
    [
      ['refunded', 'finished'],
      ['refunded', 'refunded'],
    ],
    [
      ['waiting', 'expired', 'finished'],
      ['waiting', 'expired', 'finished'],
    ],
    [
      ['failed', 'confirming', 'finished'],
      ['failed', 'failed', 'finished'],
    ],
    [
      ['partially_paid', 'expired', 'finished'],
      ['partially_paid', 'partially_paid', 'finished'],
    ],
    [
      ['partially_paid', 'refunded'],
      ['partially_paid', 'refunded'],
    ],
  ])('%j is %j', (words, states) => expect(told(...words)).toEqual(states));

  it.each(paidStateSchema.options)('%s twice is nothing new', (state) => {
    expect(paidAfter({ 1: state }, '1', state)).toBeNull();
  });
});

describe('several payments of one order', () => {
  it.each<[PaidState[], string]>([
    [[], 'created'],
    [['expired', 'waiting'], 'waiting'],
    [['expired', 'finished'], 'finished'],
    [['finished', 'expired'], 'finished'],
    [['finished', 'refunded'], 'finished'],
    [['refunded', 'refunded'], 'refunded'],
    [['refunded', 'expired'], 'refunded'],
    [['refunded', 'waiting'], 'waiting'],
    [['partially_paid', 'waiting'], 'partially_paid'],
    [['partially_paid', 'confirming'], 'confirming'],
    [['failed', 'expired'], 'failed'],
  ])('%j make it %s', (paid, state) => expect(orderStateOf(paid)).toBe(state));

  it('are kept apart', () => {
    expect(paidAfter({ 1: 'expired' }, '2', 'waiting')).toEqual({ 1: 'expired', 2: 'waiting' });
  });

  it('beyond fifty the one that promises the least is forgotten, never money', () => {
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`a${index}`, 'expired' as const]));
    const after = paidAfter({ ...many, b: 'finished' }, 'c', 'waiting');
    expect(Object.keys(after ?? {})).toHaveLength(50);
    expect(after).toMatchObject({ b: 'finished', c: 'waiting' });
  });
});

it.each([
  ['created', false],
  ['waiting', false],
  ['expired', false],
  ['confirming', true],
  ['partially_paid', true],
  ['failed', true],
  ['finished', true],
  ['refunded', true],
] as const)('money was seen of %s: %s', (state, isSeen) => expect(isMoneySeen(state)).toBe(isSeen));
