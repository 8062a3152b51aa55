import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allDocuments } from '../../testing/documents.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

let project: TestProject;
let agent: TestAgent;
beforeEach(async () => {
  project = newTestProject();
  agent = new TestAgent('tw');
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
});
afterEach(() => project.close());

describe('a malformed report is refused as a whole and changes nothing', () => {
  type Part = CheckInInput['owners'][string];
  const check = { endpoint: 'a', at: T0, ms: 12, statusCode: 200, error: null };
  const verdict = { up: true, since: T0, statusCode: 200, error: null };
  const part = (changes: object): object => ({
    owners: {
      [OWNER]: {
        generation: 1,
        checks: [check],
        verdicts: {},
        withdrawn: {},
        evidence: {},
        certificates: {},
        ...changes,
      } satisfies Record<keyof Part, unknown>,
    },
  });
  const checkOf = (changes: object) => part({ checks: [{ ...check, ...changes }] });
  const verdictOf = (changes: object) => part({ verdicts: { a: { ...verdict, ...changes } } });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`);

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'report'],
    ['a list', []],
    ['an empty object', {}],
    ['no spool', { spool: undefined }],
    ['a spool with a path', { spool: '../../agents' }],
    ['a spool of seven letters', { spool: 'spool-a' }],
    ['number zero', { seq: 0 }],
    ['a number that is a text', { seq: '1' }],
    ['half a number', { seq: 1.5 }],
    ['another lane', { lane: 'fast' }],
    ['a window with a wrong start', { windowAt: T0 + 1 }],
    ['a negative window', { windowAt: -WINDOW_MS }],
    ['no owners', { owners: undefined }],
    ['an owner with a field path', { owners: { 'a.b': { generation: 1, checks: [], verdicts: {} } } }],
    ['an owner whose name is reserved', { owners: { __x__: { generation: 1, checks: [], verdicts: {} } } }],
    [
      'an owner named like an object property',
      { owners: { constructor: { generation: 1, checks: [], verdicts: {} } } },
    ],
    ['a generation before the first', part({ generation: -1 })],
    ['no checks', part({ checks: undefined })],
    ['a check before the window', checkOf({ at: T0 - 1 })],
    ['a check after the window', checkOf({ at: T0 + WINDOW_MS })],
    ['one good and one bad check', part({ checks: [check, { ...check, ms: -1 }] })],
    ['a check that took longer than two minutes', checkOf({ ms: 120_001 })],
    ['a check of an endpoint with separators in its name', checkOf({ endpoint: 'a;b,c' })],
    ['a check of an endpoint named like an object property', checkOf({ endpoint: 'constructor' })],
    ['a check with status 99', checkOf({ statusCode: 99 })],
    ['a check with an unknown error', checkOf({ error: 'gremlins' })],
    ['a check whose time is a text', checkOf({ at: new Date(T0).toISOString() })],
    ['too many checks', part({ checks: many(2501).map((endpoint) => ({ ...check, endpoint })) })],
    ['too many verdicts', part({ verdicts: Object.fromEntries(many(2501).map((id) => [id, verdict])) })],
    ['a verdict that is neither up nor down', verdictOf({ up: 'perhaps' })],
    ['a verdict without a time', verdictOf({ since: undefined })],
    ['a verdict on a malformed endpoint id', part({ verdicts: { 'a/b': verdict } })],
    ['a verdict on an object property', part({ verdicts: { toString: verdict } })],
    ['verdicts in backfill', { lane: 'backfill', ...verdictOf({}) }],
    ['no device', { device: undefined }],
    ['a device with a very long name', { device: { ...DEVICE, deviceName: 'x'.repeat(201) } }],
    ['a condition without abstaining', { condition: { ...CONDITION, abstaining: undefined } }],
    ['a negative count of dropped checks', { condition: { ...CONDITION, droppedChecks: -1 } }],
    ['a sync time that is text', { syncedAt: 'today' }],
    ['a sync after the last valid year', { syncedAt: Number.MAX_SAFE_INTEGER }],
    [
      'a spooled check after the last valid year',
      { condition: { ...CONDITION, spoolOldestAt: Number.MAX_SAFE_INTEGER } },
    ],
  ])('%s', async (_, changes) => {
    const good = agent.buildReport(T0, { up: ['a'] });
    const isWholeInput = typeof changes !== 'object' || changes === null || Object.keys(changes).length === 0;
    const before = await allDocuments(project);
    expect(await refusalOf(agent.send(project.run(T0), isWholeInput ? changes : { ...good, ...changes }))).toEqual({
      reason: 'malformed',
    });
    expect(await allDocuments(project)).toEqual(before);
    expect(await agent.send(project.run(T0), good)).toMatchObject({ applied: true });
  });
});
