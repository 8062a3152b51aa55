import { describe, expect, it } from 'vitest';
import { type PaidState, paidStateSchema } from '../../documents/payment.ts';
import { depositSample } from '../../testing/samples.ts';
import { displayStatusOf, hasMoney, updateProgress } from './progress.ts';
import type { Progress } from './received.ts';

const NOTHING: Progress = { paid: {}, deposits: {} };
/** The word of a payment that nothing is said of the money of. */
const word = (paymentId: string, state: PaidState) => ({ paymentId, state, deposit: depositSample({ coinsPaid: 0 }) });
const stateOf = (progress: Progress) => displayStatusOf(progress, 25).state;
const of = (...states: PaidState[]): Progress => ({ paid: Object.fromEntries(states.entries()), deposits: {} });

/** The states of one payment as the order has them after each word. */
function told(...words: PaidState[]): string[] {
  let progress = NOTHING;
  return words.map((each) => {
    progress = updateProgress(progress, word('1', each)) ?? progress;
    return stateOf(progress);
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
    const once = updateProgress(NOTHING, word('1', state));
    expect(updateProgress(once ?? NOTHING, word('1', state))).toBeNull();
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
  ])('%j make it %s', (states, state) => expect(stateOf(of(...states))).toBe(state));

  it('are kept apart', () => {
    expect(updateProgress(of('expired'), word('2', 'waiting'))?.paid).toEqual({ 0: 'expired', 2: 'waiting' });
  });
});

describe('beyond fifty', () => {
  const many = (state: PaidState, count: number): Progress => of(...Array.from({ length: count }, () => state));

  it.each<[PaidState]>([['refunded'], ['failed'], ['finished']])(
    'one without money is forgotten, never one %s',
    (state) => {
      const { paid, deposits } = many('waiting', 49);
      const before = { paid: { ...paid, b: state }, deposits };
      const after = updateProgress(before, word('c', 'waiting'));
      expect(Object.keys(after?.paid ?? {})).toHaveLength(50);
      expect(after?.paid).toMatchObject({ b: state });
    },
  );

  it('one that expired goes first', () => {
    const { paid, deposits } = many('waiting', 49);
    const after = updateProgress({ paid: { ...paid, b: 'expired' }, deposits }, word('c', 'waiting'));
    expect(after?.paid).toMatchObject({ ...paid, c: 'waiting' });
  });

  it('none where money was seen of all', () => {
    const after = updateProgress(many('failed', 50), word('c', 'finished'));
    expect(Object.keys(after?.paid ?? {})).toHaveLength(51);
  });

  it('none whose rate is that of money which was added to it', () => {
    const added = { c: depositSample({ parentId: '0' }) };
    const { paid } = many('expired', 49);
    const after = updateProgress({ paid: { ...paid, c: 'finished' }, deposits: added }, word('d', 'waiting'));
    expect(after?.paid).toMatchObject({ 0: 'expired', c: 'finished', d: 'waiting' });
    expect(after?.paid).not.toHaveProperty('1');
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
] as const)('money was seen of %s: %s', (state, isSeen) => expect(hasMoney(state)).toBe(isSeen));
