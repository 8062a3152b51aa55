import { describe, expect, it } from 'vitest';
import { derivePlan, paymentEffect, runningPlan } from './paid-plan.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
type Paid = Parameters<typeof derivePlan>[0][number];
const paid = (day: string, planName = 'Standard', amountUsd = 10): Paid => ({
  ...{ planName, amountUsd, paidAt: at(day), startsAt: at(day) },
});
const claimed = (day: string, start: string, planName?: string, amountUsd?: number): Paid => ({
  ...paid(day, planName, amountUsd),
  startsAt: at(start),
});
const shown = (plan: ReturnType<typeof derivePlan>) =>
  plan && [plan.name, plan.price, ...[plan.since, plan.until].map((ms) => new Date(ms).toISOString().slice(0, 10))];

describe('the plan by paid orders', () => {
  it.each<[string, Paid[], unknown]>([
    ['nothing', [], null],
    ['a month', [paid('2026-03-05')], ['Standard', 10, '2026-03-05', '2026-04-05']],
    ['a month claimed later', [claimed('2026-03-05', '2026-03-07')], ['Standard', 10, '2026-03-07', '2026-04-07']],
    [
      'a month claimed while another runs extends it',
      [claimed('2026-03-05', '2026-03-20'), paid('2026-03-10')],
      ['Standard', 10, '2026-03-10', '2026-05-10'],
    ],
    [
      'one claimed after another plan was paid for does not replace it',
      [claimed('2026-03-05', '2026-03-20'), paid('2026-03-10', 'Professional', 20)],
      ['Professional', 20, '2026-03-10', '2026-04-10'],
    ],
    [
      'two claimed at the same time: the one paid last',
      [claimed('2026-03-06', '2026-03-20', 'Professional', 20), claimed('2026-03-05', '2026-03-20')],
      ['Professional', 20, '2026-03-20', '2026-04-20'],
    ],
    [
      'one claimed once the other plan has ended',
      [claimed('2026-03-05', '2026-04-02'), paid('2026-03-01', 'Professional', 20), paid('2026-03-06')],
      ['Standard', 10, '2026-03-06', '2026-05-06'],
    ],
    [
      'without a stored start',
      [{ ...paid('2026-03-05'), startsAt: null }],
      ['Standard', 10, '2026-03-05', '2026-04-05'],
    ],
    ['to the end of a shorter month', [paid('2026-01-31')], ['Standard', 10, '2026-01-31', '2026-02-28']],
    ['in a leap year', [paid('2028-01-31')], ['Standard', 10, '2028-01-31', '2028-02-29']],
    ['over the year’s end', [paid('2026-12-15')], ['Standard', 10, '2026-12-15', '2027-01-15']],
    [
      'again before it ends: extended, with the day of the month of its start',
      [paid('2026-01-31'), paid('2026-02-10')],
      ['Standard', 10, '2026-01-31', '2026-03-31'],
    ],
    ['in any sequence', [paid('2026-02-10'), paid('2026-01-31')], ['Standard', 10, '2026-01-31', '2026-03-31']],
    ['again after it ended', [paid('2026-01-01'), paid('2026-03-01')], ['Standard', 10, '2026-03-01', '2026-04-01']],
    [
      'another plan replaces it',
      [paid('2026-01-01'), paid('2026-01-10', 'Professional', 20)],
      ['Professional', 20, '2026-01-10', '2026-02-10'],
    ],
    [
      'another price is another plan',
      [paid('2026-01-01'), paid('2026-01-10', 'Standard', 25)],
      ['Standard', 25, '2026-01-10', '2026-02-10'],
    ],
  ])('%s', (_, orders, plan) => expect(shown(derivePlan(orders))).toEqual(plan));
});

it('of two plans paid for at the same time the more expensive one stays, in any sequence', () => {
  const both = [paid('2026-03-05', 'Professional', 20), paid('2026-03-05')];
  expect([both, both.toReversed()].map((orders) => derivePlan(orders)?.name)).toEqual(['Professional', 'Professional']);
});

it('a plan runs until it ends', () => {
  const plan = derivePlan([paid('2026-03-05')]);
  expect(runningPlan(plan, at('2026-04-05') - 1)).toEqual(plan);
  expect(runningPlan(plan, at('2026-04-05'))).toBeNull();
  expect(runningPlan(null, 0)).toBeNull();
});

it.each([
  ['Standard', 10, '2026-03-06', 'extends'],
  ['Standard', 25, '2026-03-06', 'replaces'],
  ['Professional', 20, '2026-03-06', 'replaces'],
  ['Professional', 20, '2026-04-05', 'starts'],
])('%s at %d, paid on %s, %s', (name, price, day, effect) => {
  expect(paymentEffect({ name, price }, derivePlan([paid('2026-03-05')]), at(day))).toBe(effect);
  expect(paymentEffect({ name, price }, null, at(day))).toBe('starts');
});
