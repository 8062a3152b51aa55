import { DATA_VERSION, UPGRADE_ID, upgradedTo } from '@farwatch/core/documents/upgrade';
import { pageSample } from '@farwatch/core/testing/page-sample';
import { endpointSample, maintenanceSample } from '@farwatch/core/testing/samples';
import { AGENT } from '@farwatch/core/values/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, maintenance, pages, upgrades } from '../../platform/db/collections.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { PER_BATCH, STEPS, type UpgradeStep } from './steps.ts';
import { upgradeData } from './upgrade-data.ts';

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => project.close());

const run = (atMs = T0) => project.run(atMs);
const stored = async () => upgrades.read(await upgrades.ref(run().db, UPGRADE_ID).get());
const store = (version: number) => upgrades.ref(run().db, UPGRADE_ID).set(upgrades.toDocument(upgradedTo(version, T0)));

/** A step that handles the texts 1 to 3, one in a batch, and notes them. */
function countingStep(id: string, done: string[], fails: (position: number) => boolean = () => false): UpgradeStep {
  return {
    id,
    what: id,
    run: async (_run, position) => {
      const next = Number(position ?? 0) + 1;
      if (fails(next)) throw new Error(`${id} cannot do ${next}`);
      done.push(`${id}${next}`);
      return { position: next === 3 ? null : String(next), handled: 1 };
    },
  };
}

/** A clock of which each look takes so long. */
function slowClock(stepMs: number): () => number {
  let nowMs = T0;
  return () => {
    nowMs += stepMs;
    return nowMs;
  };
}

it('the version of the data counts the steps', () => {
  expect(STEPS).toHaveLength(DATA_VERSION);
  expect(new Set(STEPS.map(({ id }) => id)).size).toBe(DATA_VERSION);
});

describe('upgrading', () => {
  it('does each step once, in order, and never again', async () => {
    const done: string[] = [];
    const steps = [countingStep('a', done), countingStep('b', done)];
    for (let count = 0; count < 2; count += 1) await upgradeData(run(), () => T0, steps);
    expect(done).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(await stored()).toEqual(upgradedTo(2, T0));
  });

  it('continues after a run that had no more time', async () => {
    const done: string[] = [];
    const steps = [countingStep('a', done)];
    await upgradeData(run(), slowClock(9000), steps);
    expect(await stored()).toMatchObject({ version: 0, position: '2', handled: 2, failure: null });
    await upgradeData(run(), slowClock(9000), steps);
    expect(done).toEqual(['a1', 'a2', 'a3']);
    expect(await stored()).toMatchObject({ version: 1, position: null });
  });

  it('a step that fails says why, and continues from the same batch', async () => {
    const done: string[] = [];
    let isBroken = true;
    const steps = [countingStep('a', done, (position) => isBroken && position === 2), countingStep('b', done)];
    for (const tries of [1, 2]) {
      await expect(upgradeData(run(), () => T0, steps)).rejects.toThrow(
        'The upgrade step a failed: Error: a cannot do 2',
      );
      const failure = { reason: 'Error: a cannot do 2', at: T0, tries };
      expect(await stored()).toMatchObject({ version: 0, position: '1', failure });
    }
    isBroken = false;
    await upgradeData(run(), () => T0, steps);
    expect(done).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(await stored()).toEqual(upgradedTo(2, T0));
  });

  it('leaves the data of a newer version as it is', async () => {
    await store(7);
    await upgradeData(run(), () => T0);
    expect(await stored()).toEqual(upgradedTo(7, T0));
  });
});

describe('repeated maintenance windows get their planned starts', () => {
  const [step] = STEPS;
  const rule = 'FREQ=WEEKLY';
  const planned = { fromMs: T0, toMs: null, starts: [] };
  const refreshOf = async (id: string) => maintenance.read(await maintenance.ref(run().db, id).get())?.refreshAt;

  it.each([
    ['an unplanned one is due', { rule, planned: null, refreshAt: T0 + 5 }, T0],
    ['one without any later occurrence is due', { rule, planned: null, refreshAt: null }, T0],
    ['one that is due stays so', { rule, planned: null, refreshAt: T0 - 5 }, T0 - 5],
    ['a planned one stays', { rule, planned, refreshAt: T0 + 5 }, T0 + 5],
    ['one that takes place once stays', { rule: null, planned: null, refreshAt: null }, null],
  ])('%s', async (_what, changes, expected) => {
    await maintenance.ref(run().db, 'w').set(maintenance.toDocument(maintenanceSample(changes)));
    for (let count = 0; count < 2; count += 1) await step?.run(run(), null);
    expect(await refreshOf('w')).toBe(expected);
  });

  it('of more windows than a batch has', async () => {
    const writer = run().db.bulkWriter();
    const ids = Array.from({ length: PER_BATCH + 1 }, (_, index) => `w${String(index).padStart(4, '0')}`);
    const window = maintenance.toDocument(maintenanceSample({ rule, planned: null, refreshAt: null }));
    for (const id of ids) writer.set(maintenance.ref(run().db, id), window);
    await writer.close();
    await upgradeData(run(), () => T0);
    expect(await Promise.all([ids[0], ids.at(-1)].map((id = '') => refreshOf(id)))).toEqual([T0, T0]);
  });
});

describe('status pages get what their uptimes are measured from', () => {
  const [, step] = STEPS;

  it.each([
    ['a visible one is due', { dueAt: T0 + 5 }, T0],
    ['one that was never due is due', { dueAt: null }, T0],
    ['one that is due stays so', { dueAt: T0 - 5 }, T0 - 5],
    ['a draft stays', { published: false, dueAt: null }, null],
    ['one that an operator has blocked stays', { blockedReason: 'fraud', dueAt: null }, null],
  ])('%s', async (_what, changes, expected) => {
    await pages.ref(run().db, 'acme').set(pages.toDocument(pageSample(changes)));
    for (let count = 0; count < 2; count += 1) await step?.run(run(), null);
    expect(pages.read(await pages.ref(run().db, 'acme').get())?.dueAt).toBe(expected);
  });
});

describe('endpoints get the time at which a notice about their coverage gap is due', () => {
  const step = STEPS.find(({ id }) => id === 'coverage-notices');

  it.each([
    ['without data, and nobody was notified', { status: 'unknown', coverageGap: 'none' }, T0 + AGENT.notifyAfterMs],
    ['not checked yet', { status: 'pending', coverageGap: 'none' }, T0 + AGENT.notifyAfterMs],
    ['its owner was notified', { status: 'unknown', coverageGap: 'notified' }, undefined],
    ['known again', { status: 'up', coverageGap: 'over' }, T0],
    ['up', { status: 'up', coverageGap: 'none' }, undefined],
  ] as const)('%s', async (_what, changes, expected) => {
    const ref = endpoints.ref(run().db, 'e');
    await ref.set(endpoints.toDocument(endpointSample({ since: T0, ...changes })));
    for (let count = 0; count < 2; count += 1) await step?.run(run(), null);
    expect(endpoints.read(await ref.get())?.coverageDueAt).toBe(expected);
  });
});
