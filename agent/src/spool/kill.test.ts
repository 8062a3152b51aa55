import { fork } from 'node:child_process';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import type { Check } from '@farwatch/core/values/check';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { sampleCheck, withPhases } from './testing/sample.ts';

const ROUNDS = 6;
const CHILD = new URL('./testing/child.ts', import.meta.url);

type Message = { kept: string } | { send: CheckInInput } | { empty: true };

/** Takes reports as the server does: each seq once, in order; a replay must be the same report as before. */
function createServer() {
  const reports = new Map<string, CheckInInput>();
  const taken: Check[] = [];
  let last = 0;
  return {
    taken,
    replays: 0,
    take(report: CheckInInput): void {
      const key = `${report.spool}/${report.seq}`;
      if (report.seq <= last) {
        this.replays += 1;
        expect(report).toEqual(reports.get(key));
        return;
      }
      expect(report.seq).toBe(last + 1);
      last = report.seq;
      reports.set(key, report);
      taken.push(...Object.values(report.owners).flatMap(({ checks }) => checks));
    },
  };
}

test('killed at any time, every check that was kept arrives, once', { timeout: 120_000 }, async () => {
  const folder = await newFolder();
  const server = createServer();
  const kept: string[] = [];

  const run = (firstId: number, lifeMs: number | null) =>
    new Promise<void>((resolve, reject) => {
      const child = fork(CHILD, [folder, String(firstId), lifeMs === null ? 'no' : 'yes'], { execArgv: [] });
      let isFirst = true;
      child.on('message', (message: Message) => {
        if ('kept' in message) kept.push(message.kept);
        if ('empty' in message) child.kill();
        if (!('send' in message)) return;
        if (isFirst && lifeMs !== null) setTimeout(() => child.kill('SIGKILL'), lifeMs);
        isFirst = false;
        server.take(message.send);
        // Every fifth answer is lost: the report comes again.
        if (Math.random() > 0.2) child.send(message.send.seq);
      });
      child.on('exit', (code) => (code === null ? resolve() : reject(new Error(`the child ended by itself: ${code}`))));
      child.on('error', reject);
    });

  for (let round = 0; round < ROUNDS; round += 1) await run(round * 1_000_000, Math.random() * 60);
  await run(0, null);

  expect(kept.length).toBeGreaterThan(ROUNDS);
  const taken = new Set(server.taken.map(({ endpoint }) => endpoint));
  expect(taken.size).toBe(server.taken.length);
  expect(kept.filter((id) => !taken.has(id))).toEqual([]);
  const timed = server.taken.filter(({ phases }) => phases);
  expect(timed.length).toBeGreaterThan(ROUNDS);
  expect(timed.map(({ phases }) => phases)).toEqual(
    timed.map(({ endpoint, at }) => withPhases(sampleCheck(endpoint, at)).check.phases),
  );
  expect(server.replays).toBeGreaterThan(0);
});
