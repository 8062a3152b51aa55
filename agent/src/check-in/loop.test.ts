import { cp } from 'node:fs/promises';
import { certificateSample } from '@farwatch/core/testing/samples';
import { LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS, WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { aResult } from '../probe/testing/result.ts';
import { Spool } from '../spool/spool.ts';
import { sampleCheck } from '../spool/testing/sample.ts';
import { newFolder } from '../testing/folders.ts';
import { plannedSample } from '../testing/planned.ts';
import { NO_VERDICT } from '../verdict/confirm.ts';
import type { Found } from '../watch/watcher-options.ts';
import { refusal, ServerState, startCheckIn, testNow } from './testing/start-check-in.ts';

const seqsOf = (server: ServerState) => server.applied.map(({ seq }) => seq);
const once = (call: number) => call === 1;
const withoutSender = (body = '') => ({ ...JSON.parse(body).data, sender: null });

/** The first failing check of e1, over TLS. */
function failingCheck(): Found {
  const planned = plannedSample('e1', { url: 'https://a.farwatch.test/' });
  const result = aResult({ error: 'status', statusCode: 503, certificate: certificateSample() });
  return { planned, result, atMs: testNow(), before: NO_VERDICT };
}

describe('what is reported', () => {
  test('a heartbeat, where there is nothing else', async () => {
    const { server, loop } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    expect(server.applied[0]).toMatchObject({ seq: 1, lane: 'live', owners: {}, windowAt: windowStart(testNow()) });
  });

  test('nothing before the first round is over', async () => {
    const { bodies, loop, check } = await startCheckIn();
    await check('e1');
    loop.reportNow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(bodies).toEqual([]);
  });

  test('checks with their verdicts, at once on request', async () => {
    const { server, loop, check } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    await check('e1', 0, false);
    await check('e2');
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(2);
    expect(server.checks()).toEqual(['e1', 'e2']);
    expect(server.verdicts()).toEqual([
      ['e1', false],
      ['e2', true],
    ]);
  });

  test('answers together; a changed verdict is not held up by them', async () => {
    const { server, loop, check } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    const requested = Array.from({ length: 30 }, (_, index) => `e${index}`);
    for (const endpoint of requested) await check(endpoint);
    for (const _ of requested) loop.reportAnswer();
    await expect.poll(() => server.checks().length).toBe(requested.length);
    expect(server.applied).toHaveLength(2);
    await check('requested');
    await check('down', 0, false);
    loop.reportAnswer();
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(3);
    expect(server.checks().slice(-2).sort()).toEqual(['down', 'requested']);
  });

  test('a report’s worth of checks before two minutes are over, in one report', async () => {
    const { server, loop, check } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    const add = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, async (_, index) => {
          await check(`e${from + index}`);
          loop.noteCheck();
        }),
      );
    await add(0, LIMITS.checksPerReport - 101);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.applied).toHaveLength(1);
    await add(LIMITS.checksPerReport - 101, LIMITS.checksPerReport - 100);
    await expect.poll(() => server.checks().length).toBe(LIMITS.checksPerReport - 100);
    expect(server.applied).toHaveLength(2);
  });

  test('a down verdict with its evidence, and a new certificate, until they are delivered', async () => {
    const { server, loop, check, attachments } = await startCheckIn({ lose: (call) => call === 2 });
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    attachments.note(failingCheck());
    await check('e1', 0, false);
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(2);
    expect(server.applied[1]?.owners.o1).toMatchObject({
      evidence: { e1: { failed: { error: 'status' }, lastGood: null } },
      certificates: { e1: certificateSample() },
    });
    await check('e1', 0, false);
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(3);
    expect(Object.keys(server.applied[2]?.owners.o1 ?? {}).sort()).toEqual(['checks', 'generation', 'verdicts']);
  });

  test('old checks by backfill, after the live ones, oldest first and without verdicts; their verdicts go live', async () => {
    const { server, loop, check } = await startCheckIn();
    await check('recent', MINUTE_MS);
    await check('old', 25 * MINUTE_MS, false);
    await check('older', 65 * MINUTE_MS);
    loop.start();
    await expect.poll(() => server.checks().length).toBe(3);
    expect(server.applied.map(({ lane }) => lane)).toEqual(['live', 'backfill', 'backfill']);
    expect(server.checks()).toEqual(['recent', 'older', 'old']);
    expect(server.verdicts()).toEqual([
      ['recent', true],
      ['old', false],
      ['older', true],
    ]);
    expect(server.applied[0]?.condition.spoolOldestAt).toBeLessThan(testNow() - 60 * MINUTE_MS);
    expect(server.applied.at(-1)?.condition.spoolOldestAt).toBeNull();
  });

  test('live checks of two windows in two reports, the older first, each check with its verdict', async () => {
    const { server, loop, check } = await startCheckIn();
    await check('both');
    await check('before', 4 * MINUTE_MS);
    await check('both', 3 * MINUTE_MS);
    loop.start();
    await expect.poll(() => server.checks().length).toBe(3);
    const windowAt = windowStart(testNow());
    expect(server.applied.map((report) => report.windowAt)).toEqual([windowAt - WINDOW_MS, windowAt]);
    expect(server.checks()).toEqual(['before', 'both', 'both']);
    expect(server.applied.map(({ owners }) => Object.keys(owners.o1?.verdicts ?? {}))).toEqual([
      ['both', 'before'],
      ['both'],
    ]);
  });

  test('no more checks a report than are allowed', async () => {
    const { server, spool, loop } = await startCheckIn();
    const nowMs = testNow();
    const all = Array.from({ length: LIMITS.checksPerReport * 2 + 7 }, (_, index) => sampleCheck(`e${index}`, nowMs));
    await Promise.all(all.map((check) => spool.append(check)));
    loop.start();
    await expect.poll(() => server.checks().length).toBe(all.length);
    const sizes = server.applied.map(({ owners }) => owners.o1?.checks.length);
    expect(sizes).toEqual([LIMITS.checksPerReport, LIMITS.checksPerReport, 7]);
  });

  test('no endpoint down while the agent abstains; it is reported afterwards', async () => {
    const { server, context, loop, check } = await startCheckIn();
    context.abstaining = true;
    await check('down', 0, false);
    await check('up');
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    expect(server.verdicts()).toEqual([['up', true]]);
    expect(server.applied[0]?.condition.abstaining).toBe(true);
    context.abstaining = false;
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(2);
    expect(server.applied[1]?.condition.abstaining).toBe(false);
    expect(server.verdicts()).toEqual([
      ['up', true],
      ['down', false],
    ]);
  });
});

describe('what goes wrong on the way', () => {
  test('a lost answer: the same bytes again, applied once', async () => {
    const { server, bodies, logged, loop, check } = await startCheckIn({ lose: once });
    await check('e1');
    loop.start();
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies[1]).toBe(bodies[0]);
    await check('e2');
    loop.reportNow();
    await expect.poll(() => server.checks()).toEqual(['e1', 'e2']);
    expect(seqsOf(server)).toEqual([1, 2]);
    expect(logged).toEqual(['Cannot reach the server (no connection). Retrying. Results are kept.']);
  });

  test('a server that is away: everything is kept and arrives in order', async () => {
    let isAway = true;
    const { server, spool, loop, check } = await startCheckIn({ deny: () => (isAway ? 'cut' : null) });
    for (const endpoint of ['e1', 'e2']) await check(endpoint);
    loop.start();
    await expect.poll(() => spool.outgoing?.seq).toBe(1);
    for (const endpoint of ['e3', 'e4']) await check(endpoint);
    loop.reportNow();
    isAway = false;
    await expect.poll(() => server.checks()).toEqual(['e1', 'e2', 'e3', 'e4']);
    expect(seqsOf(server)).toEqual([1, 2]);
  });

  test('an agent that dies before the answer: its next life sends the report first, once', async () => {
    const folder = await newFolder();
    const server = new ServerState();
    const first = await startCheckIn({ folder, server, lose: () => true });
    await first.check('e1');
    first.loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    const second = await startCheckIn({ folder, server });
    await second.check('e2');
    second.loop.start();
    await expect.poll(() => server.checks()).toEqual(['e1', 'e2']);
    expect(withoutSender(second.bodies[0])).toEqual(withoutSender(first.bodies[0]));
    expect(seqsOf(server)).toEqual([1, 2]);
  });

  test('a call that came twice, and is answered as the second: its checks count once', async () => {
    const server = new ServerState();
    const { logged, loop, check, bodies } = await startCheckIn({
      server,
      deny: (call) => {
        if (call === 1) server.answer(JSON.parse(bodies[0] ?? '').data);
        return null;
      },
    });
    await check('e1');
    loop.start();
    await expect.poll(() => server.checks()).toEqual(['e1']);
    await check('e2');
    loop.reportNow();
    await expect.poll(() => server.checks()).toEqual(['e1', 'e2']);
    expect(seqsOf(server)).toEqual([1, 2]);
    expect(logged).toEqual([]);
  });

  test('an older copy of its folder put back: what it reports under numbers that were used is not lost', async () => {
    const [folder, copy] = [await newFolder(), await newFolder()];
    const server = new ServerState();
    const first = await startCheckIn({ folder, server });
    first.loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    // The agent saves meanwhile: a file that is being written may be gone before it is copied.
    await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.tmp') });
    for (const endpoint of ['e1', 'e2', 'e3']) {
      await first.check(endpoint);
      first.loop.reportNow();
      await expect.poll(() => server.checks().at(-1)).toBe(endpoint);
    }
    const second = await startCheckIn({ folder: copy, server });
    second.loop.start();
    await second.check('down', 0, false);
    second.loop.reportNow();
    await expect.poll(() => server.verdicts()).toContainEqual(['down', false]);
    expect(second.logged).toEqual([
      'The server already has reports with these numbers. The agent’s folder may be a copy or an old backup. Numbering restarts. Retrying. Results are kept.',
    ]);
    await first.check('e4', 0, false);
    first.loop.reportNow();
    await expect.poll(() => server.checks()).toEqual(['e1', 'e2', 'e3', 'down', 'e4']);
  });

  test('a gap: the report goes out as the first under a new id', async () => {
    const { server, loop, check } = await startCheckIn();
    loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    await check('e1');
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(2);
    server.restore(0);
    await check('e2');
    loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(3);
    expect(seqsOf(server)).toEqual([1, 2, 1]);
    expect(new Set(server.applied.map(({ spool }) => spool)).size).toBe(2);
    expect(server.checks()).toEqual(['e1', 'e2']);
  });

  test('a server that forgot and then takes an old request that was long on its way: what follows is not lost', async () => {
    const server = new ServerState();
    const bench = await startCheckIn({
      server,
      deny: (call) => {
        // The third report has been refused for its number; before it comes again, the second comes late.
        if (call === 4) server.answer(JSON.parse(bench.bodies[1] ?? '').data);
        return null;
      },
    });
    bench.loop.start();
    await expect.poll(() => server.applied.length).toBe(1);
    await bench.check('e1');
    bench.loop.reportNow();
    await expect.poll(() => server.applied.length).toBe(2);
    server.restore(1);
    await bench.check('e2');
    bench.loop.reportNow();
    await expect.poll(() => bench.bodies.length).toBe(4);
    await expect.poll(() => bench.spool.outgoing).toBeNull();
    expect(server.checks()).toEqual(['e1', 'e1', 'e2']);
  });

  test.each([
    ['deleted', 'This agent was deleted.'],
    ['reset', 'This agent was reset: another device is registered in its place.'],
    ['foreign', 'The token belongs to another agent.'],
  ])('%s: it stops for good and keeps its spool', async (reason, sentence) => {
    const folder = await newFolder();
    const { bodies, loop, check, ended } = await startCheckIn({
      folder,
      deny: () => refusal('PERMISSION_DENIED', { reason }),
    });
    await check('e1');
    loop.start();
    expect(await ended).toBe(sentence);
    expect(bodies).toHaveLength(reason === 'foreign' ? 2 : 1);
    const again = await Spool.open(folder);
    expect(again.outgoing?.owners.o1?.checks).toHaveLength(1);
    await again.close();
  });

  test.each([
    ['no token', { error: { status: 'UNAUTHENTICATED', message: 'no' } }],
    ['a token that is not known', refusal('PERMISSION_DENIED', { reason: 'foreign' })],
  ])('%s: it signs in and sends again', async (_what, answer) => {
    const { server, signIns, loop, check } = await startCheckIn({ deny: (call) => (once(call) ? answer : null) });
    await check('e1');
    loop.start();
    await expect.poll(() => server.checks()).toEqual(['e1']);
    expect(signIns).toEqual([1]);
  });

  test('a server that it reports to too often: it waits a little and sends again', async () => {
    const tooMany = refusal('RESOURCE_EXHAUSTED', { reason: 'too_many' });
    const { server, logged, loop, check } = await startCheckIn({ deny: (call) => (once(call) ? tooMany : null) });
    await check('e1');
    loop.start();
    await expect.poll(() => server.checks()).toEqual(['e1']);
    expect(logged).toEqual(['The server refused a report (too_many). Retrying. Results are kept.']);
  });

  test('many lost answers and refused calls in a row change nothing in the end', async () => {
    const { server, loop, check } = await startCheckIn({
      deny: (call) => (call % 3 === 0 ? 'cut' : null),
      lose: (call) => call % 5 === 0,
    });
    loop.start();
    const sent: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      await check(`e${index}`);
      sent.push(`e${index}`);
      loop.reportNow();
      await expect.poll(() => server.checks()).toEqual(sent);
    }
    expect(seqsOf(server)).toEqual(server.applied.map((_, index) => index + 1));
  });
});
