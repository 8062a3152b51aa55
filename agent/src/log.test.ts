import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
const err = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  out.mockClear();
  err.mockClear();
});

test('for a person each line is the local time and a sentence; warnings go to standard error', () => {
  const log = createLog({ verbose: false, json: false }, () => at);
  log.info('It starts.', { event: 'started' });
  log.warn('The clock is wrong.');
  log.debug('Not shown.');
  expect(out.mock.calls).toEqual([[expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}It starts\.$/)]]);
  expect(err.mock.calls).toEqual([[expect.stringMatching(/ {2}The clock is wrong\.$/)]]);
});

test('for a program each line is an object with time, level, text and what the event is about', () => {
  const log = createLog({ verbose: true, json: true }, () => at);
  log.info('DOWN  https://a.farwatch.test/', { event: 'down', url: 'https://a.farwatch.test/' });
  log.warn('The clock is wrong.');
  log.debug('A check.', { event: 'check', ms: 3 });
  const lines = [...out.mock.calls, ...err.mock.calls].map(([line]) => JSON.parse(String(line)) as object);
  const common = { at: at.toISOString() };
  expect(lines).toEqual([
    {
      ...common,
      level: 'info',
      text: 'DOWN  https://a.farwatch.test/',
      event: 'down',
      url: 'https://a.farwatch.test/',
    },
    { ...common, level: 'debug', text: 'A check.', event: 'check', ms: 3 },
    { ...common, level: 'warning', text: 'The clock is wrong.' },
  ]);
});
