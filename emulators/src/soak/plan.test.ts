import { expect, it } from 'vitest';
import { type Happening, planSoak, SITES } from './plan.ts';

const MINUTES = 30;

it('is the same for the same seed, and another for another', () => {
  expect(planSoak(7, MINUTES)).toEqual(planSoak(7, MINUTES));
  expect(planSoak(7, MINUTES)).not.toEqual(planSoak(8, MINUTES));
});

it('has every site fail and every fault come within half an hour, and nothing outlasts it', () => {
  const plan = planSoak(7, MINUTES);
  const failing = new Set(plan.flatMap((each) => (each.what === 'outage' ? each.site : [])));
  const kinds = new Set(plan.flatMap((each) => (each.what === 'fault' ? each.fault.kind : [])));
  expect(failing).toEqual(new Set(SITES));
  expect([...kinds].sort()).toEqual([
    'agent cut off',
    'agent killed',
    'all cut off',
    'answers lost',
    'extra sweeps',
    'functions killed',
    'telegram refuses',
  ]);
  for (const { fromMs, toMs } of plan) {
    expect(fromMs).toBeGreaterThanOrEqual(0);
    expect(toMs).toBeGreaterThanOrEqual(fromMs);
    expect(toMs).toBeLessThanOrEqual(MINUTES * 60_000);
  }
});

it('has a site up for a while between its outages, and one fault of an agent at a time', () => {
  const plan = planSoak(7, MINUTES);
  const laneOf = (each: Happening) => {
    if (each.what === 'outage') return each.site.site;
    return 'location' in each.fault ? each.fault.location : each.fault.kind;
  };
  for (const [, lane] of Map.groupBy(plan, laneOf)) {
    for (const [index, { fromMs }] of lane.entries()) {
      const before = lane[index - 1];
      if (before) expect(fromMs - before.toMs).toBeGreaterThanOrEqual(20_000);
    }
  }
});
