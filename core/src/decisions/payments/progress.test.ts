import { describe, expect, it } from 'vitest';
import { type PaidState, paidStateSchema } from '../../documents/payment.ts';
import { depositSample } from '../../testing/samples.ts';
import { hasMoney, orderStateOf, type Progress, updateProgress } from './progress.ts';

const NOTHING: Progress = { paid: {}, deposits: {} };
/** The report of a payment without an amount. */
const report = (paymentId: string, state: PaidState) => ({
  paymentId,
  state,
  deposit: depositSample({ coinsPaid: 0 }),
});
const stateOf = (progress: Progress) => orderStateOf(progress, 25).state;
const of = (...states: PaidState[]): Progress => ({ paid: Object.fromEntries(states.entries()), deposits: {} });

/** The order's state after each report of one payment. */
function statesAfter(...reports: PaidState[]): string[] {
  let progress = NOTHING;
  return reports.map((each) => {
    progress = updateProgress(progress, report('1', each)) ?? progress;
    return stateOf(progress);
  });
}

describe('one payment only advances', () => {
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
  ])('%j is %j', (reports, states) => expect(statesAfter(...reports)).toEqual(states));

  it.each(paidStateSchema.options)('%s twice changes nothing', (state) => {
    const once = updateProgress(NOTHING, report('1', state));
    expect(updateProgress(once ?? NOTHING, report('1', state))).toBeNull();
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

  it('are stored separately', () => {
    expect(updateProgress(of('expired'), report('2', 'waiting'))?.paid).toEqual({ 0: 'expired', 2: 'waiting' });
  });
});

describe('more than fifty payments', () => {
  const many = (state: PaidState, count: number): Progress => of(...Array.from({ length: count }, () => state));

  it.each<[PaidState]>([['refunded'], ['failed'], ['finished']])(
    'one without money is removed, never one %s',
    (state) => {
      const { paid, deposits } = many('waiting', 49);
      const before = { paid: { ...paid, b: state }, deposits };
      const after = updateProgress(before, report('c', 'waiting'));
      expect(Object.keys(after?.paid ?? {})).toHaveLength(50);
      expect(after?.paid).toMatchObject({ b: state });
    },
  );

  it('an expired one is removed first', () => {
    const { paid, deposits } = many('waiting', 49);
    const after = updateProgress({ paid: { ...paid, b: 'expired' }, deposits }, report('c', 'waiting'));
    expect(after?.paid).toMatchObject({ ...paid, c: 'waiting' });
  });

  it('none is removed if all have money', () => {
    const after = updateProgress(many('failed', 50), report('c', 'finished'));
    expect(Object.keys(after?.paid ?? {})).toHaveLength(51);
  });

  it('one that other money was added to stays', () => {
    const added = { c: depositSample({ parentId: '0' }) };
    const { paid } = many('expired', 49);
    const after = updateProgress({ paid: { ...paid, c: 'finished' }, deposits: added }, report('d', 'waiting'));
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
] as const)('%s has money: %s', (state, expected) => expect(hasMoney(state)).toBe(expected));
