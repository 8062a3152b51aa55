import { afterEach, describe, expect, it, vi } from 'vitest';
import { dueJobs } from './scheduled-jobs.ts';

const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);

describe('dueJobs', () => {
  it.each([
    ['nothing within a minute', '10:00:01', '10:00:59', []],
    ['the sweep at the full minute', '10:00:59.999', '10:01:00', [['sweep', '10:01:00']]],
    ['not twice for the same minute', '10:01:00', '10:01:30', []],
    [
      'the roll-up at five past',
      '10:04:30',
      '10:05:00.020',
      [
        ['sweep', '10:05:00'],
        ['rollHours', '10:05:00'],
      ],
    ],
    [
      'only the latest run of each after a long pause',
      '07:00:00',
      '10:04:10',
      [
        ['rollHours', '09:05:00'],
        ['closeAccounts', '09:20:00'],
        ['buildHistories', '09:35:00'],
        ['askRegistries', '09:50:00'],
        ['sendSummaries', '10:02:00'],
        ['sweep', '10:04:00'],
      ],
    ],
    ['over midnight', '23:59:30', '24:00:00', [['sweep', '24:00:00']]],
  ])('%s', (_, after, until, due) => {
    expect(dueJobs(at(after), at(until))).toEqual(due.map(([name, time = '']) => ({ name, atMs: at(time) })));
  });
});

describe('cronOf', () => {
  afterEach(() => {
    vi.doUnmock('./scheduled-job-table.ts');
    vi.resetModules();
  });
  const cronFor = async (everyMin: number, atMin: number) => {
    vi.resetModules();
    vi.doMock('./scheduled-job-table.ts', () => ({ SCHEDULED_JOBS: { sweep: { everyMin, atMin } } }));
    return (await import('./scheduled-jobs.ts')).cronOf('sweep');
  };

  it.each([
    [1, 0, '* * * * *'],
    [15, 2, '2-59/15 * * * *'],
    [60, 5, '5 * * * *'],
    [360, 90, '30 1-23/6 * * *'],
    [1440, 150, '30 2 * * *'],
  ])('every %i minutes at %i', async (everyMin, atMin, cron) => {
    expect(await cronFor(everyMin, atMin)).toBe(cron);
  });

  it.each([
    [7, 0],
    [90, 0],
    [420, 0],
    [15, 15],
  ])('refuses every %i minutes at %i', async (everyMin, atMin) => {
    await expect(cronFor(everyMin, atMin)).rejects.toThrow('Cron cannot run');
  });
});
