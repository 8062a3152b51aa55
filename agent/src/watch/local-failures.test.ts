import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';

const SITES = 300;
const PROGRAM = new URL('./testing/watch-once.ts', import.meta.url).pathname;

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

type Line = { endpoint: string; error: string | null; up: boolean | null };

/**
 * The output of a process that watches healthy sites that take `answerMs` to answer: a line for each check that counts.
 */
async function watch(command: readonly string[], answerMs: number, freezeMs = 0) {
  const port = await httpServer((_request, response) => setTimeout(() => response.end('well'), answerMs));
  const urls = Array.from({ length: SITES }, (_, index) => `http://127.0.0.1:${port}/${index}`);
  const [program = process.execPath, ...args] = [...command, process.execPath];
  const child = spawn(program, [...args, PROGRAM, JSON.stringify(urls), String(freezeMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  return { lines, seenUp: () => new Set(lines.filter(({ up }) => up).map(({ endpoint }) => endpoint)).size };
}

/** Sites are known to be well, without a single failure in between. */
async function expectAllWell({ lines, seenUp }: Awaited<ReturnType<typeof watch>>) {
  await expect.poll(seenUp, { timeout: 100_000 }).toBe(SITES);
  expect(lines.filter(({ error }) => error !== null)).toEqual([]);
}

test.skipIf(process.platform !== 'linux')(
  'too few file descriptors: no healthy site fails, and all are checked',
  async () => {
    await expectAllWell(await watch(['prlimit', '--nofile=40'], 300));
  },
);

test('a program that does nothing for 15 s in the midst of its checks: no healthy site fails', {
  tags: 'minutes',
}, async () => {
  await expectAllWell(await watch([], 300, 15_000));
});
