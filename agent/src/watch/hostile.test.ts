import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { httpServer, tcpServer } from '../probe/testing/servers.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOSTILE = 20;
/**
 * For all of them, each checked twice with up to six hops. It took minutes where the time grew with the square of the
 * answer.
 */
const CPU_AT_MOST_MS = 6_000;
const HEAD_BYTES = 65_000;
const FOUND = 'HTTP/1.1 302 Found\r\nLocation: /on\r\n';
const fill = (part: (index: number) => string) => {
  const parts: string[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES - 100; bytes += parts.at(-1)?.length ?? 0) parts.push(part(parts.length));
  return parts.join('');
};

test.each<[what: string, head: (visit: number) => string]>([
  ['a header full of carriage returns', () => `HTTP/1.1 200 OK\nA: ${fill(() => '\r')}b\n\n`],
  ['empty lines full of carriage returns', () => `${fill(() => '\r')}b\n\n`],
  ['a header folded over thousands of lines', () => `HTTP/1.1 200 OK\nA: b\n${fill(() => ' a\n')}\n`],
  [
    'thousands of cookies on each hop',
    (visit) => `${FOUND}${fill((index) => `Set-Cookie: ${visit.toString(36)}-${index.toString(36)}=\n`)}\n`,
  ],
])('targets whose answer is %s cost hardly any processor time', async (_what, head) => {
  let visits = 0;
  const answer = (socket: Socket) => {
    visits += 1;
    socket.end(Buffer.from(head(visits), 'latin1'));
  };
  const [hostilePort, wellPort] = [
    await tcpServer(answer),
    await httpServer((_request, response) => setTimeout(() => response.end('well'), 300)),
  ];
  const { watcher } = startWatcher();
  const urls = Array.from({ length: HOSTILE }, (_, index) => [`h${index}`, `http://127.0.0.1:${hostilePort}/${index}`]);
  const before = process.cpuUsage();
  watcher.assign([
    assignmentOf(Object.fromEntries(urls)),
    assignmentOf({ well: `http://127.0.0.1:${wellPort}/` }, { ownerId: 'o2' }),
  ]);
  await watcher.round();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(CPU_AT_MOST_MS);
  expect(watcher.verdicts.verdictOf('o2/well')?.up).toBe(true);
});
