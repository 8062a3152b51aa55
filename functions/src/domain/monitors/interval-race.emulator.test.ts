import { setTimeout as sleep } from 'node:timers/promises';
import { endpointContentSample, monitorContentSample } from '@farwatch/core/testing/samples';
import type { LocationCode } from '@farwatch/core/values/locations';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assignments, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

const CALLER: Caller = {
  uid: 'ann',
  accountId: 'ann',
  accountRole: 'owner',
  memberOf: {},
  email: 'ann@farwatch.test',
  displayName: 'Ann',
  role: 'user',
  language: 'en',
  timeZone: 'UTC',
  signedInAt: T0,
  key: null,
};

type Between = () => Promise<unknown>;

/** An instance of the function with its own modules, so that instances share no memory. */
type Instance = {
  addLocation(monitorId: string, locations: LocationCode[]): Promise<void>;
  changeInterval(minutes: 10 | 30): Promise<void>;
  /** Runs once, between the next read and its commit. */
  beforeCommit(between: Between): void;
  close(): Promise<void>;
};

async function newInstance(project: TestProject): Promise<Instance> {
  vi.resetModules();
  const [{ editMonitor }, { changeInterval }] = await Promise.all([
    import('./edit-monitor.ts'),
    import('../../entry/api/users/users.ts'),
  ]);
  const app = initializeApp({ projectId: project.id }, `${project.id}-${Math.random()}`);
  const db = getFirestore(app);
  let next: Between | null = null;
  const makeBatch = db.batch.bind(db);
  db.batch = () => {
    const batch = makeBatch();
    const commit = batch.commit.bind(batch);
    batch.commit = async () => {
      const between = next;
      next = null;
      await between?.();
      return commit();
    };
    return batch;
  };
  const run = (): Run => ({ ...project.run(T0), db });
  return {
    addLocation: (monitorId, locations) =>
      editMonitor(run(), { ownerId: CALLER.uid, monitorId }, (present) => {
        const ids = Object.keys(present?.monitor.endpoints ?? { [`${monitorId}a`]: true });
        const endpoints = ids.map((id) => endpointContentSample({ id }));
        return monitorContentSample({ locations, endpoints });
      }),
    changeInterval: (minutes) => changeInterval(run(), CALLER, minutes),
    beforeCommit: (between) => {
      next = between;
    },
    close: () => deleteApp(app),
  };
}

let project: TestProject;
let one: Instance;
let other: Instance;

beforeEach(async () => {
  project = newTestProject();
  [one, other] = [await newInstance(project), await newInstance(project)];
  await one.addLocation('shop', ['tw']);
});
afterEach(() => Promise.all([one, other, project].map((each) => each.close())));

/** The owner's interval and the interval of each assignment, in minutes. */
async function intervals(): Promise<number[]> {
  const { db } = project.run(T0);
  const { docs } = await assignments.collection(db).get();
  const chosen = users.read(await users.ref(db, CALLER.uid).get())?.monitorInterval ?? 0;
  return [chosen, ...docs.map((doc) => (assignments.read(doc)?.intervalSec ?? 0) / 60)];
}

describe('a location is added while the interval changes', () => {
  test('the interval changes between what the edit reads and its commit', async () => {
    one.beforeCommit(() => other.changeInterval(30));
    await one.addLocation('shop', ['tw', 'th']);
    expect(await intervals()).toEqual([30, 30, 30]);
  });

  test('the location is added between what the change of the interval reads and its commit', async () => {
    other.beforeCommit(() => one.addLocation('shop', ['tw', 'th']));
    await other.changeInterval(30);
    expect(await intervals()).toEqual([30, 30, 30]);
  });

  test('two changes of the interval, one after the other, between what the edit reads and its commit', async () => {
    one.beforeCommit(async () => {
      await other.changeInterval(30);
      one.beforeCommit(() => other.changeInterval(10));
    });
    await one.addLocation('shop', ['tw', 'th']);
    expect(await intervals()).toEqual([10, 10, 10]);
  });

  test('twenty times, in any order', async () => {
    for (let round = 0; round < 20; round += 1) {
      const minutes = round % 2 === 0 ? 30 : 10;
      const { db } = project.run(T0);
      await one.addLocation('shop', ['tw']);
      await Promise.all(['th', 'bd'].map((location) => db.doc(`assignments/${location}_${CALLER.uid}`).delete()));
      one.beforeCommit(() => sleep(Math.random() * 30));
      other.beforeCommit(() => sleep(Math.random() * 30));
      await Promise.all([one.addLocation('shop', ['tw', 'th', 'bd']), other.changeInterval(minutes)]);
      expect([round, ...(await intervals())]).toEqual([round, minutes, minutes, minutes, minutes]);
    }
  });
});
