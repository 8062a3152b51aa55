import { NIGHTLY, WITH_NIGHTLY } from '@farwatch/core/testing/sample-job';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// A new scheduled job: one line in core's table and one in JOBS.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/scheduled-job-table', () => WITH_NIGHTLY);
  vi.doMock('../entry/jobs/job-work.ts', async (load) => {
    const { JOBS } = await load<typeof import('../entry/jobs/job-work.ts')>();
    return { JOBS: { ...JOBS, [NIGHTLY]: { run: async () => {} } } };
  });
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/scheduled-job-table');
  vi.doUnmock('../entry/jobs/job-work.ts');
  vi.resetModules();
});

it('is a function on its schedule, with the options of scheduled jobs', async () => {
  const { registerJob } = await import('../register.ts');
  const endpoint: unknown = Object.getOwnPropertyDescriptor(registerJob(NIGHTLY), '__endpoint')?.value;
  expect(endpoint).toMatchObject({
    scheduleTrigger: { schedule: '30 2 * * *', timeZone: 'Etc/UTC' },
    timeoutSeconds: 300,
    concurrency: 1,
  });
});

it('must be exported', async () => {
  const { SCHEDULED_JOB_NAMES } = await import('@farwatch/core/values/scheduled-jobs');
  const deployed = Object.keys(await import('../index.ts'));
  expect(SCHEDULED_JOB_NAMES.filter((name) => !deployed.includes(name))).toEqual([NIGHTLY]);
});
