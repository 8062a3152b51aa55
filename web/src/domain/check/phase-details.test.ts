import type { PhasesAnswer } from '@farwatch/core/contracts/api/endpoints';
import type { CheckError } from '@farwatch/core/values/check';
import { expect, it } from 'vitest';
import { phaseDetails } from './phase-details.ts';

const NONE: PhasesAnswer = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, bodyMs: null };

it('returns all phases in chronological order', () => {
  const phases = { dnsMs: 12, connectMs: 23, tlsMs: 31, firstByteMs: 142, bodyMs: 0 };
  expect(phaseDetails({ phases, error: null })).toEqual([
    { phase: 'dns', ms: 12, isWhereItFailed: false },
    { phase: 'connect', ms: 23, isWhereItFailed: false },
    { phase: 'tls', ms: 31, isWhereItFailed: false },
    { phase: 'firstByte', ms: 142, isWhereItFailed: false },
    { phase: 'body', ms: 0, isWhereItFailed: false },
  ]);
});

it('does not take unknown phases for zero', () => {
  expect(phaseDetails({ phases: null, error: null })).toBeNull();
  expect(phaseDetails({ phases: NONE, error: 'address' })).toEqual([]);
});

it.each<[CheckError | null, boolean]>([
  [null, false],
  ['status', false],
  ['redirects', false],
  ['protocol', false],
  ['records', false],
  ['noRecord', false],
  ['text', false],
  ['startTls', false],
  ['loss', false],
  ['dnsServer', true],
  ['timeout', true],
  ['refused', true],
  ['tls', true],
  ['reset', true],
])('marks the last phase of a check with the error %s as failed: %s', (error, expected) => {
  const phases = { ...NONE, dnsMs: 3, connectMs: 4_000 };
  expect(phaseDetails({ phases, error })?.map(({ isWhereItFailed }) => isWhereItFailed)).toEqual([false, expected]);
});
