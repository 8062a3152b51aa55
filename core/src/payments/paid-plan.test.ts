import { describe, expect, it } from 'vitest';
import { planOf, runningPlan } from './paid-plan.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const paid = (day: string, planName = 'Standard', amountUsd = 10) => ({ planName, amountUsd, paidAt: at(day) });
const shown = (plan: ReturnType<typeof planOf>) =>
  plan && [plan.name, plan.price, ...[plan.since, plan.until].map((ms) => new Date(ms).toISOString().slice(0, 10))];

describe('the plan by what was paid', () => {
  it.each<[string, ReturnType<typeof paid>[], unknown]>([
    ['nothing', [], null],
    ['a month', [paid('2026-03-05')], ['Standard', 10, '2026-03-05', '2026-04-05']],
    ['to the end of a shorter month', [paid('2026-01-31')], ['Standard', 10, '2026-01-31', '2026-02-28']],
    ['in a leap year', [paid('2028-01-31')], ['Standard', 10, '2028-01-31', '2028-02-29']],
    ['over the year’s end', [paid('2026-12-15')], ['Standard', 10, '2026-12-15', '2027-01-15']],
    [
      'again before it ends: goes on, and the days are those it began with',
      [paid('2026-01-31'), paid('2026-02-10')],
      ['Standard', 10, '2026-01-31', '2026-03-31'],
    ],
    ['in any sequence', [paid('2026-02-10'), paid('2026-01-31')], ['Standard', 10, '2026-01-31', '2026-03-31']],
    ['again after it ended', [paid('2026-01-01'), paid('2026-03-01')], ['Standard', 10, '2026-03-01', '2026-04-01']],
    [
      'another plan takes its place',
      [paid('2026-01-01'), paid('2026-01-10', 'Professional', 20)],
      ['Professional', 20, '2026-01-10', '2026-02-10'],
    ],
    [
      'another price is another plan',
      [paid('2026-01-01'), paid('2026-01-10', 'Standard', 25)],
      ['Standard', 25, '2026-01-10', '2026-02-10'],
    ],
  ])('%s', (_, orders, plan) => expect(shown(planOf(orders))).toEqual(plan));
});

it('a plan runs until it ends', () => {
  const plan = planOf([paid('2026-03-05')]);
  expect(runningPlan(plan, at('2026-04-05') - 1)).toEqual(plan);
  expect(runningPlan(plan, at('2026-04-05'))).toBeNull();
  expect(runningPlan(null, 0)).toBeNull();
});
