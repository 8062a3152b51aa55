import { expect, test } from 'vitest';
import { assignmentOf } from './testing/assignment.ts';
import { startSite, startWatcher } from './testing/start-watcher.ts';

test('a check that takes longer than its interval ends before the next one of the endpoint starts', async () => {
  const site = await startSite();
  site.slow(1_200);
  const { watcher } = startWatcher();
  watcher.assign([assignmentOf({ e1: site.url('/1') }, { intervalSec: 1 })]);
  await expect.poll(() => site.visitsOf('/1').length, { interval: 10 }).toBe(3);
  expect(site.mostOpen()).toBe(1);
});
