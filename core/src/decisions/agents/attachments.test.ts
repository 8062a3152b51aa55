import { expect, it } from 'vitest';
import type { CheckInInput } from '../../contracts/calls/check-in.ts';
import {
  agentStateSample,
  certificateSample,
  evidenceSample,
  NOW,
  reportSample,
  verdictSample,
} from '../../testing/samples.ts';
import { EVIDENCE } from '../../values/limits.ts';
import { decideCheckIn } from './decide-check-in.ts';

type Part = CheckInInput['owners'][string];

function verdictsAfter(part: Partial<Part>, isDownBefore = false) {
  const known = {
    owner: { generation: 3, endpoints: { a: [isDownBefore ? 0 : 1, NOW, 90, 0] as [0 | 1, number, number, number] } },
  };
  const report = reportSample({ owners: { owner: { generation: 3, checks: [], verdicts: {}, ...part } } });
  const decision = decideCheckIn(agentStateSample({ verdicts: known }), report, NOW);
  if (decision.outcome !== 'applied') throw new Error(decision.outcome);
  return decision.verdictChange?.verdicts.owner ?? null;
}

const DOWN = verdictSample({ up: false });

it('a new down verdict takes its evidence along, and that of no other endpoint', () => {
  const evidence = { a: evidenceSample(), other: evidenceSample() };
  expect(verdictsAfter({ verdicts: { a: DOWN }, evidence })?.evidence).toEqual({ a: evidenceSample() });
});

it('evidence of a verdict that is known makes no verdict change', () => {
  expect(verdictsAfter({ verdicts: { a: DOWN }, evidence: { a: evidenceSample() } }, true)).toBeNull();
});

it('a certificate makes a verdict change of its own', () => {
  const certificates = { a: certificateSample() };
  expect(verdictsAfter({ certificates })).toEqual({ generation: 3, endpoints: {}, certificates });
});

it('the largest attachments stay below the size of a document, and cost no verdict', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `endpoint-with-long-id-${index}`);
  const of = <T>(value: T, count: number) => Object.fromEntries(ids.slice(0, count).map((id) => [id, value]));
  const header = { name: 'x'.repeat(100), value: '字'.repeat(EVIDENCE.headerLength) };
  const largest = evidenceSample({
    body: '字'.repeat(EVIDENCE.bodyBytes),
    headers: Array(EVIDENCE.headers).fill(header),
  });
  const name = '字'.repeat(253);
  const certificate = certificateSample({ subject: name, issuer: name, names: Array(10).fill(name) });
  const part = verdictsAfter({
    verdicts: of(DOWN, ids.length),
    evidence: of(largest, EVIDENCE.perReport),
    certificates: of(certificate, EVIDENCE.certificatesPerReport),
  });
  expect(Object.keys(part?.endpoints ?? {})).toHaveLength(ids.length);
  expect(Object.keys(part?.certificates ?? {})).toHaveLength(EVIDENCE.certificatesPerReport);
  const kept = Object.keys(part?.evidence ?? {}).length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(EVIDENCE.perReport);
  expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(900 * 1024);
});
