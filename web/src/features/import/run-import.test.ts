import type { Creation } from '@farwatch/core/importers/plan';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { createdIn, newRun, pendingCount, type RunTools, runImport } from './run-import.ts';

const monitor = (key: string): Creation => ({
  kind: 'monitor',
  name: `Monitor ${key}`,
  keys: [key],
  body: {
    name: key,
    description: '',
    tags: [],
    intervalSec: null,
    uptimeTarget: 99.9,
    paused: false,
    pausedUntilMs: null,
    locations: ['tw'],
    dependsOn: [],
    managed: null,
    endpoints: [],
  },
});
const channel = (keys: readonly string[] | null): Creation => ({
  kind: 'channel',
  name: 'Night',
  keys,
  body: {
    type: 'ntfy',
    name: 'Night',
    enabled: true,
    severity: null,
    monitors: null,
    tags: null,
    alsoSlow: false,
    events: null,
    language: null,
    settings: {},
  },
});
const START = newRun('import', [monitor('a'), monitor('b'), monitor('c'), channel(['a', 'c'])]);

/** A server that keeps what it creates by key, and fails by name and attempt. */
function serverThat(fails: (name: string, attempt: number) => ApiFailure | null) {
  const created = new Map<string, Creation>();
  const attempts = new Map<string, number>();
  const waits: number[] = [];
  const tools: RunTools = {
    create: async (creation, key) => {
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const failure = fails(creation.name, attempt);
      if (failure) throw failure;
      if (!created.has(key)) created.set(key, creation);
      return `id of ${key}`;
    },
    wait: async (ms) => void waits.push(ms),
    describe: (failure) => (failure instanceof ApiFailure ? failure.code : 'unknown'),
    onChange: () => undefined,
    signal: new AbortController().signal,
  };
  return { tools, created, waits };
}

describe('an import', () => {
  it('creates everything, and forgets its content', async () => {
    const { tools, created } = serverThat(() => null);
    const run = await runImport(START, tools);
    expect(pendingCount(run)).toBe(0);
    expect(created.size).toBe(4);
    expect(createdIn(run)).toEqual({
      monitors: ['id of import-0', 'id of import-1', 'id of import-2'],
      channels: ['id of import-3'],
    });
  });

  it('has a channel alert of the monitors that it alerted of', async () => {
    const { tools, created } = serverThat(() => null);
    await runImport(START, tools);
    expect(created.get('import-3')?.body).toMatchObject({ monitors: ['id of import-0', 'id of import-2'] });
  });

  it('goes on after the failure of an item, and keeps why', async () => {
    const { tools } = serverThat((name) => (name === 'Monitor b' ? new ApiFailure('host_blocked') : null));
    const run = await runImport(START, tools);
    expect(run.items.map(({ id, failure }) => id ?? failure)).toEqual([
      'id of import-0',
      'host_blocked',
      'id of import-2',
      'id of import-3',
    ]);
  });

  it('waits as long as the server requires', async () => {
    const busy = new ApiFailure('too_many_requests', null, null, 3);
    const { tools, waits } = serverThat((name, attempt) => (name === 'Monitor a' && attempt < 8 ? busy : null));
    expect(pendingCount(await runImport(START, tools))).toBe(0);
    expect(waits).toEqual(Array(7).fill(3000));
  });

  it.each(['network', 'timeout', 'internal'] as const)('repeats a call after %s, with one effect', async (code) => {
    const { tools, created } = serverThat((_, attempt) => (attempt === 1 ? new ApiFailure(code) : null));
    expect(pendingCount(await runImport(START, tools))).toBe(0);
    expect(created.size).toBe(4);
  });

  it.each(['network', 'unauthenticated'] as const)('stops for persistent %s, and continues later', async (code) => {
    const { tools, created } = serverThat((name) => (name === 'Monitor a' ? null : new ApiFailure(code)));
    const stopped = await runImport(START, tools);
    expect(stopped.items.map(({ id }) => id !== null)).toEqual([true, false, false, false]);
    const again = serverThat(() => null);
    expect(pendingCount(await runImport(stopped, again.tools))).toBe(0);
    expect([created.size, again.created.size]).toEqual([1, 3]);
  });
});
