import type { IncomingMessage } from 'node:http';
import { WITH_NIGHTLY } from '@farwatch/core/testing/sample-job';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startClock, tick } from './clock.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';

const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);

describe('against a server', () => {
  let server: LocalServer;
  const seen: string[] = [];
  let status = 200;
  const serve = async () => {
    seen.length = 0;
    server = await listenLocally((request: IncomingMessage, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['x-cloudscheduler-scheduletime']}`);
      response.writeHead(status).end('answer');
    }, 0);
    return `${server.origin}/demo/region`;
  };
  afterEach(async () => {
    status = 200;
    await server.close();
  });

  it('tick posts the schedule time', async () => {
    await tick(await serve(), 'sweep', at('10:00:00'));
    expect(seen).toEqual(['POST /demo/region/sweep-0 2026-03-01T10:00:00.000Z']);
  });

  it('tick throws when the function failed', async () => {
    const functions = await serve();
    status = 500;
    await expect(tick(functions, 'rollHours', at('10:05:00'))).rejects.toThrow(
      'rollHours failed at 2026-03-01T10:05:00.000Z: 500 answer',
    );
  });

  it('the clock runs what is due, logs a failure, and stops', async () => {
    const functions = await serve();
    const startMs = Date.now();
    const now = () => at('10:04:59.900') + Date.now() - startMs;
    const lines: string[] = [];
    status = 500;
    const clock = startClock({ functions, log: (line) => lines.push(line), now });
    await vi.waitFor(() => expect(lines).toHaveLength(2), 60_000);
    await clock.stop();
    expect(lines[0]).toMatch(/sweep failed at 2026-03-01T10:05:00.000Z: 500 answer/);
    expect(seen).toEqual([
      'POST /demo/region/sweep-0 2026-03-01T10:05:00.000Z',
      'POST /demo/region/rollHours-0 2026-03-01T10:05:00.000Z',
    ]);
  });

  it('the clock runs a job that is added to the table', async () => {
    vi.resetModules();
    vi.doMock('@farwatch/core/values/scheduled-job-table', () => WITH_NIGHTLY);
    const functions = await serve();
    // Loaded before the time runs: it takes longer than the job is away.
    const { startClock: start } = await import('./clock.ts');
    const startMs = Date.now();
    const now = () => at('02:29:59.900') + Date.now() - startMs;
    const clock = start({ functions, log: () => {}, now });
    await vi.waitFor(() => expect(seen).toContain('POST /demo/region/nightly-0 2026-03-01T02:30:00.000Z'), 60_000);
    await clock.stop();
    vi.doUnmock('@farwatch/core/values/scheduled-job-table');
  });

  // Else it would wait for the next minute.
  it('a clock that is stopped while it waits stops at once', { timeout: 30_000 }, async () => {
    const clock = startClock({ functions: await serve(), log: () => {}, now: () => at('10:00:01') });
    await clock.stop();
    expect(seen).toEqual([]);
  });
});
