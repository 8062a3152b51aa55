import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { certificateSample, NOW } from '@farwatch/core/testing/samples';
import { EVIDENCE } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { Attachments, FailureEvidence, NewCertificates } from './attachments.ts';
import { aResult } from './probe/testing/result.ts';
import type { Planned } from './schedule/plan.ts';
import { plannedSample } from './testing/planned.ts';
import { NO_VERDICT, type VerdictState } from './verdict/confirm.ts';
import type { VerdictToReport } from './verdict/verdict-to-report.ts';
import type { Found } from './watch/watcher-options.ts';

const UP: VerdictState = {
  verdict: { up: true, since: NOW, statusCode: 200, error: null },
  unconfirmedSince: null,
};
const UNCONFIRMED: VerdictState = { ...UP, unconfirmedSince: NOW };
const DOWN: VerdictState = {
  verdict: { up: false, since: NOW, statusCode: 503, error: 'status' },
  unconfirmedSince: null,
};

const planned = (endpoint: string, rev = 0, ownerId = 'o1') => plannedSample(endpoint, { rev, ownerId });

/** A check of e1 that started so many seconds after `NOW`. */
function found(sec: number, error: 'status' | null, before: VerdictState, of = planned('e1')): Found {
  const result = aResult({ error, statusCode: error === null ? 200 : 503 });
  return { planned: of, result, atMs: NOW + sec * SECOND_MS, before };
}

function verdictOf({ key, ownerId, generation, rev, endpoint }: Planned, state = DOWN): VerdictToReport {
  return { key, ownerId, generation, rev, endpoint, verdict: state.verdict ?? { reason: 'other', since: NOW } };
}

const DOWN_E1 = [verdictOf(planned('e1'))];

describe('evidence', () => {
  /** When the two checks of e1's evidence started, in seconds after `NOW`. */
  const secondsOf = (evidence: FailureEvidence, verdicts = DOWN_E1, nowMs = 0) => {
    const { failed, lastGood } = evidence.take(verdicts, nowMs).get('o1/e1') ?? {};
    return [failed, lastGood].map((check) => check && (check.at - NOW) / SECOND_MS);
  };

  test.each<[string, Found[], [number | undefined, number | null | undefined]]>([
    [
      'the first failure and the last success',
      [found(1, null, UP), found(2, null, UP), found(5, 'status', UP)],
      [5, 2],
    ],
    ['not its repetition', [found(5, 'status', UP), found(7, 'status', UNCONFIRMED)], [5, null]],
    ['of an endpoint that never answered', [found(5, 'status', NO_VERDICT)], [5, null]],
    [
      'nothing of a failure that did not last',
      [found(5, 'status', UP), found(7, null, UNCONFIRMED)],
      [undefined, undefined],
    ],
    ['of an outage that a success interrupts', [found(5, 'status', UP), found(60, null, DOWN)], [5, null]],
    [
      'nothing of the target that it was before',
      [found(1, null, UP, planned('e1', 7)), found(5, 'status', UP)],
      [5, null],
    ],
  ])('has %s', (_what, checks, [failed, good]) => {
    const evidence = new FailureEvidence();
    for (const each of checks) evidence.note(each);
    expect(secondsOf(evidence)).toEqual([failed, good]);
  });

  test('goes with a down verdict only, once', () => {
    const evidence = new FailureEvidence();
    evidence.note(found(5, 'status', UP));
    expect(evidence.take([verdictOf(planned('e1'), UP)], 0).size).toBe(0);
    expect(secondsOf(evidence)[0]).toBe(5);
    evidence.returned();
    expect(secondsOf(evidence)[0]).toBe(5);
    evidence.forgetSent();
    evidence.returned();
    expect(evidence.take(DOWN_E1, 0).size).toBe(0);
  });

  const ofMany = (count: number, ownerId: string) =>
    Array.from({ length: count }, (_, index) => planned(`e${index}`, 0, ownerId));
  const taken = (evidence: FailureEvidence, of: readonly Planned[], nowMs: number) => [
    ...evidence
      .take(
        of.map((each) => verdictOf(each)),
        nowMs,
      )
      .keys(),
  ];

  test('of many outages at once is that of the newest, as much as an owner may have in a minute', () => {
    const evidence = new FailureEvidence();
    const all = ofMany(70, 'o1');
    for (const [index, each] of all.entries()) evidence.note(found(index, 'status', UP, each));
    const [late, early] = [all.slice(-60), all.slice(0, 10)];
    const newest = all.slice(-EVIDENCE.perMinute / 2).map(({ key }) => key);
    expect(taken(evidence, late, 0).sort()).toEqual(newest.sort());
    expect(taken(evidence, early.slice(0, 5), MINUTE_MS - 1)).toEqual([]);
    expect(taken(evidence, early.slice(5), MINUTE_MS)).toHaveLength(5);
  });

  test('of an owner with many outages leaves a share for others, in the same report and in later ones', () => {
    const evidence = new FailureEvidence();
    const [greedy, second, third] = [ofMany(100, 'greedy'), ofMany(1, 'second'), ofMany(1, 'third')];
    // The others' outages are older.
    for (const [index, each] of [...third, ...second, ...greedy].entries()) {
      evidence.note(found(index, 'status', UP, each));
    }
    expect(taken(evidence, [...greedy.slice(0, 50), ...second], 0)).toContain('second/e0');
    expect(taken(evidence, greedy.slice(50), SECOND_MS)).toHaveLength(0);
    expect(taken(evidence, third, 2 * SECOND_MS)).toEqual(['third/e0']);
  });

  test('that is held for many outages of one owner drops none of another', () => {
    const evidence = new FailureEvidence();
    const [neighbour, greedy] = [ofMany(1, 'neighbour'), ofMany(4 * EVIDENCE.perMinute, 'greedy')];
    for (const [index, each] of [...neighbour, ...greedy].entries()) evidence.note(found(index, 'status', UP, each));
    expect(taken(evidence, neighbour, 0)).toEqual(['neighbour/e0']);
  });

  test('has the right times once they are known', () => {
    const evidence = new FailureEvidence();
    for (const each of [found(1, null, UP), found(5, 'status', UP)]) evidence.note(each);
    evidence.retime(NOW + 2 * SECOND_MS, HOUR_MS);
    expect(secondsOf(evidence)).toEqual([5 + 3_600, 1]);
  });
});

describe('a certificate', () => {
  const [first, other] = [certificateSample(), certificateSample({ sha256: 'b'.repeat(64) })];
  const O1 = new Map([['o1', 1]]);
  const taken = (certificates: NewCertificates, generations = O1) =>
    certificates
      .take(generations)
      .map(({ place, certificate }) => `${place.endpoint} ${certificate.sha256.slice(0, 1)}`);

  test('is sent once, another one too, but not each of several that take turns', () => {
    const certificates = new NewCertificates();
    const see = (certificate: typeof first, nowMs: number, rev = 0) => {
      certificates.note(planned('e1', rev), certificate, nowMs);
      const sent = taken(certificates);
      certificates.forgetSent(nowMs);
      return sent;
    };
    expect([see(first, 0), see(first, 1), see(other, 2), see(other, HOUR_MS), see(other, HOUR_MS + 1)]).toEqual([
      ['e1 a'],
      [],
      [],
      ['e1 b'],
      [],
    ]);
    expect(see(other, HOUR_MS + 2, 1)).toEqual(['e1 b']);
    // The same certificate, whose intermediate one is renewed.
    const intermediate = { subject: 'Test CA R1', startsAt: 0, endsAt: NOW };
    expect(see({ ...other, intermediate }, 3 * HOUR_MS, 1)).toEqual(['e1 b']);
    expect(see({ ...other, intermediate }, 5 * HOUR_MS, 1)).toEqual([]);
    expect(see(other, 7 * HOUR_MS, 1)).toEqual(['e1 b']);
  });

  test('waits for a report that has its owner under its generation, and again if that is lost', () => {
    const certificates = new NewCertificates();
    certificates.note(planned('e1'), first, 0);
    expect(taken(certificates, new Map([['o1', 2]]))).toEqual([]);
    expect(taken(certificates)).toEqual(['e1 a']);
    certificates.returned();
    expect(taken(certificates)).toEqual(['e1 a']);
  });

  test('is one of a limited number in a report', () => {
    const certificates = new NewCertificates();
    for (let index = 0; index < 60; index += 1) certificates.note(planned(`e${index}`), first, 0);
    expect(taken(certificates)).toHaveLength(EVIDENCE.certificatesPerReport);
    certificates.forgetSent(0);
    expect(taken(certificates)).toHaveLength(10);
  });
});

test('of a check that passes, what it received is not put together', () => {
  const passing = found(1, null, UP);
  const received = () => {
    throw new Error('put together');
  };
  new Attachments().note({ ...passing, result: { ...passing.result, received } });
});

test('what exists no more leaves nothing', () => {
  const attachments = new Attachments();
  const certificate = certificateSample();
  const failing = found(5, 'status', UP);
  attachments.note({ ...failing, result: { ...failing.result, certificate } });
  attachments.keepOnly(() => false);
  const owners: CheckInInput['owners'] = { o1: { generation: 1, checks: [], verdicts: {} } };
  expect(attachments.attach(owners, DOWN_E1)).toEqual(owners);
});
