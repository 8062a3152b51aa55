import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { afterEach, expect, test } from 'vitest';
import { httpServer } from '../probe/testing/servers.ts';
import { assignmentOf } from './testing/assignment.ts';
import { startWatcher } from './testing/start-watcher.ts';

const timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});

const inBody = (op: Assertion['op'], value: string): Assertion => ({ source: 'body', op, value });
const rows = Array.from(
  { length: 3_000 },
  (_, at) => `<li><a href="/p?id=${at}">Product ${at}</a>: ${at % 90} pcs</li>\n`,
);
const LONG = `${rows.join('')}<footer>v1.2.3, all systems normal</footer>`;

test('a Big5 page, a long page with ten expressions and an event stream are up, and down when their text is gone', async () => {
  let isUp = true;
  const port = await httpServer((request, response) => {
    if (request.url === '/big5') {
      response.writeHead(200, { 'content-type': 'text/html;charset=MS950' });
      const text = Buffer.from(isUp ? 'aaacba41a5bfb160' : 'bafbc540a4a4', 'hex'); // 狀態正常, 維護中
      return response.end(Buffer.concat([Buffer.from('<title>x</title><p>'), text, Buffer.from('</p>')]));
    }
    if (request.url === '/long') return response.end(isUp ? LONG : LONG.replace('normal', 'down'));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(isUp ? 'data: well\n\n' : 'data: ill\n\n');
    timers.push(setInterval(() => response.write(': still there\n\n'), 100));
  });
  const at = (path: string, assertions: Assertion[]) => ({
    url: `http://127.0.0.1:${port}/${path}`,
    check: { assertions },
  });
  const ten = Array.from({ length: 10 }, (_, index) =>
    inBody('matches', `v${'\\d.'.repeat(index % 3)}.*all\\s+systems normal`),
  );
  const { watcher, changes, checked } = startWatcher();
  const endpoints = {
    big5: at('big5', [inBody('contains', '正常')]),
    long: at('long', ten),
    events: at('events', [inBody('contains', 'data: well')]),
  };
  watcher.assign([assignmentOf(endpoints)]);
  await watcher.round();
  expect(changes().sort()).toEqual(['big5 up', 'events up', 'long up']);
  isUp = false;
  const now = Date.now();
  watcher.checkNow({ big5: now, long: now, events: now });
  await expect
    .poll(() => changes().slice(3).sort(), { timeout: 20_000 })
    .toEqual(['big5 down', 'events down', 'long down']);
  expect(new Set(checked.slice(3).map(({ result }) => result.error))).toEqual(new Set(['assertion']));
});
