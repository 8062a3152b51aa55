import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifyOwner } from '../../entry/tasks/notify-owner.ts';
import { drain } from '../../entry/triggers/drain.ts';
import type { Run } from '../../platform/db/run.ts';
import { newChat } from '../../testing/outbox.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
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
