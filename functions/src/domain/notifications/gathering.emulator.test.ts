import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import type { Run } from '../../platform/db/run.ts';
import { newChat } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';
import { messagesIn, useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';

/** Locations that report while a task reads whether all of them have. */

const [FIRST = '', SECOND = '', THIRD = ''] = LOCATION_CODES;
const at = (second: number) => T0 + MINUTE_MS + second * SECOND_MS;

let project: TestProject;
let chat: string;

beforeEach(async () => {
  useTelegram();
  project = newTestProject();
  chat = newChat();
  const endpoints = ['a'];
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: [...LOCATION_CODES], endpoints }],
    agents: LOCATION_CODES.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  await putChannels(project, { a: chatChannel(chat) });
  for (const id of LOCATION_CODES) await report(id, T0, { up: endpoints });
});
afterEach(() => project.close());

async function report(id: string, atMs: number, seen: { up?: string[]; down?: string[] }): Promise<void> {
  const run = project.run(atMs);
  await new TestAgent(id, `${id}-${atMs}`).report(run, seen);
  await drain(run, id);
}

/** A run in which something is committed right before the first read of an endpoint. */
function committingBetween(run: Run, commit: () => Promise<void>): Run {
  let isCommitted = false;
  const bound = (target: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const withCommit = (ref: DocumentReference) =>
    new Proxy(ref, {
      get: (target, name) => {
        if (name !== 'get' || isCommitted) return bound(target, name);
        return async () => {
          isCommitted = true;
          await commit();
          return target.get();
        };
      },
    });
  const db: Firestore = new Proxy(run.db, {
    get: (target, name) => {
      if (name !== 'collection') return bound(target, name);
      return (path: string) => {
        const collection = target.collection(path);
        if (path !== 'endpoints') return collection;
        return new Proxy(collection, {
          get: (found, member) => (member === 'doc' ? (id: string) => withCommit(found.doc(id)) : bound(found, member)),
        });
      };
    },
  });
  return { ...run, db };
}

it.each([
  ['the third location', () => report(THIRD, at(3), { down: ['a'] })],
  ['nothing', async () => {}],
  ['the recovery of the second location', () => report(SECOND, at(3), { up: ['a'] })],
])('%s between the reads of a task makes no second message', async (_, commit) => {
  await report(FIRST, at(0), { down: ['a'] });
  await report(SECOND, at(1), { down: ['a'] });
  await notifyOwner(committingBetween(project.run(at(3)), commit), { ownerId: OWNER }, virtualClock(at(3)));
  expect((await messagesIn(chat)).map((text) => text.split('\n')[0])).toHaveLength(1);
});

it('the message names the location that reported between the reads', async () => {
  await report(FIRST, at(0), { down: ['a'] });
  await report(SECOND, at(1), { down: ['a'] });
  const commit = () => report(THIRD, at(3), { down: ['a'] });
  await notifyOwner(committingBetween(project.run(at(3)), commit), { ownerId: OWNER }, virtualClock(at(3)));
  const [first = ''] = await messagesIn(chat);
  expect(first).toContain('CRITICAL');
});

/** A verdict about checks that started earlier, as after timeouts. */
async function reportLate(id: string, sinceMs: number, atMs: number): Promise<void> {
  const run = project.run(atMs);
  const agent = new TestAgent(id, `${id}-${atMs}`);
  await agent.send(run, agent.buildReport(sinceMs, { down: ['a'] }));
  await drain(run, id);
}

it.each([
  ['as soon as they fail', at(19.9)],
  ['after twenty seconds of timeouts', at(0)],
])('three locations that report within a second, %s, make one message of a mail and of a chat', async (_, sinceMs) => {
  const inbox = await startSmtpInbox();
  vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
  vi.stubEnv('MAIL_FROM', 'Farwatch <alerts@farwatch.test>');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await inbox.close();
  });
  const settings = { address: 'ann@farwatch.test' };
  await putChannels(project, { a: chatChannel(chat), mail: chatChannel('mail', { type: 'email', settings }) });
  const reports = [
    { atMs: at(20.4), id: SECOND },
    { atMs: at(20.8), id: THIRD },
  ];
  await reportLate(FIRST, sinceMs, at(20));
  let nowMs = at(20);
  let advanced = Promise.resolve();
  const advanceTo = async (untilMs: number) => {
    for (let next = reports[0]; next && next.atMs <= untilMs; next = reports[0]) {
      reports.shift();
      await reportLate(next.id, sinceMs, next.atMs);
    }
    nowMs = Math.max(nowMs, untilMs);
  };
  // Both channels sleep on this clock, and what is reported meanwhile is applied before they look again.
  const clock = {
    now: () => nowMs,
    sleep: (ms: number) => {
      const untilMs = nowMs + ms;
      advanced = advanced.then(() => advanceTo(untilMs));
      return advanced;
    },
  };
  await notifyOwner(project.run(nowMs), { ownerId: OWNER }, clock);
  await clock.sleep(10 * SECOND_MS);
  await notifyOwner(project.run(nowMs), { ownerId: OWNER }, clock);
  const mails = inbox.mails.filter(({ to }) => [to].flat()[0]?.text === settings.address);
  expect(mails.map(({ subject }) => subject)).toEqual(['CRITICAL: shop › a is down']);
  expect((await messagesIn(chat)).map((text) => text.split('\n')[0])).toEqual(['🔴 CRITICAL: shop › a is down']);
});
