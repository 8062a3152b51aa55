import { describe, expect, it, test } from 'vitest';
import { type AgentRelease, isNewerVersion, isUpdateDue, ROLLOUT_MS, type Updating } from './release.ts';
import { HOUR_MS } from './time.ts';

test.each<[string, string, boolean]>([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.2.4', false],
  ['1.9.9', '2.0.0', false],
  ['1.2', '1.1.0', false],
  ['1.2.0', '', false],
  ['2.0.0-beta', '1.0.0', false],
  ['2.0.0', 'v1.0.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewerVersion(version, than)).toBe(expected);
});

describe('an update is due', () => {
  const NOW = Date.UTC(2026, 10, 23, 12);
  const SHA256 = 'a'.repeat(64);
  const release: AgentRelease = { version: '1.1.0', sha256: SHA256, releasedAt: NOW - 6 * HOUR_MS };
  const own: Updating = { version: '1.0.0', share: 0.2, failed: [], nowMs: NOW };

  it.each<{ rule: string; release?: Partial<AgentRelease>; own?: Partial<Updating>; due: boolean }>([
    { rule: 'a newer version whose turn has come', due: true },
    { rule: 'the first agent, immediately', release: { releasedAt: NOW }, own: { share: 0 }, due: true },
    { rule: 'before the agent’s turn', own: { share: 0.26 }, due: false },
    { rule: 'at its turn', own: { share: 0.25 }, due: true },
    {
      rule: 'every agent, after a day',
      release: { releasedAt: NOW - ROLLOUT_MS },
      own: { share: 0.9999 },
      due: true,
    },
    { rule: 'a release of tomorrow', release: { releasedAt: NOW + HOUR_MS }, own: { share: 0 }, due: false },
    { rule: 'the running version', own: { version: '1.1.0' }, due: false },
    { rule: 'an older one', own: { version: '1.1.1' }, due: false },
    { rule: 'one that has failed here', own: { failed: ['b'.repeat(64), SHA256] }, due: false },
    { rule: 'another build of a version that has failed', own: { failed: ['b'.repeat(64)] }, due: true },
    { rule: 'an agent that does not know its version', own: { version: 'dev' }, due: false },
  ])('$rule: $due', ({ release: changed, own: known, due }) => {
    expect(isUpdateDue({ ...release, ...changed }, { ...own, ...known })).toBe(due);
  });
});
