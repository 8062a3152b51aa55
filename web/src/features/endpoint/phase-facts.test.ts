import type { PhasesAnswer } from '@farwatch/core/contracts/api/endpoints';
import type { CheckError } from '@farwatch/core/values/check';
import { expect, it } from 'vitest';
import { phaseDetails } from './phase-facts.ts';

const NONE: PhasesAnswer = { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null, body_ms: null };

it('are all phases in the order of time, with their ms', () => {
  const phases = { dns_ms: 12, connect_ms: 23, tls_ms: 31, first_byte_ms: 142, body_ms: 0 };
  expect(phaseDetails({ phases, error: null })).toEqual([
    { phase: 'dns', ms: 12, isWhereItFailed: false },
    { phase: 'connect', ms: 23, isWhereItFailed: false },
    { phase: 'tls', ms: 31, isWhereItFailed: false },
    { phase: 'firstByte', ms: 142, isWhereItFailed: false },
    { phase: 'body', ms: 0, isWhereItFailed: false },
  ]);
});

it('that are not known are not taken for zero', () => {
  expect(phaseDetails({ phases: null, error: null })).toBeNull();
  expect(phaseDetails({ phases: NONE, error: 'address' })).toEqual([]);
});

it.each<[CheckError | null, boolean]>([
  [null, false],
  ['status', false],
  ['redirects', false],
  ['protocol', false],
  ['timeout', true],
  ['refused', true],
  ['tls', true],
  ['reset', true],
])('the last one is where a check failed by %s: %s', (error, expected) => {
  const phases = { ...NONE, dns_ms: 3, connect_ms: 4_000 };
  expect(phaseDetails({ phases, error })?.map(({ isWhereItFailed }) => isWhereItFailed)).toEqual([false, expected]);
});
