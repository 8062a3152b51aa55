import { describe, expect, it } from 'vitest';
import {
  CONDITION,
  certificateSample,
  DEVICE,
  evidenceSample,
  NOW,
  reportSample,
  verdictSample,
} from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { WINDOW_MS, windowStart } from '../../values/time.ts';
import { type CheckInInput, checkInInputSchema, type OwnerReport } from './check-in.ts';

const WINDOW = windowStart(NOW);

function checks(count: number, at = WINDOW): OwnerReport['checks'] {
  return Array.from({ length: count }, () => ({ endpoint: 'a', at, ms: 5, statusCode: 200, error: null }));
}

function verdicts(count: number): OwnerReport['verdicts'] {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${index}`, verdictSample()]));
}

const part = (changes: Partial<OwnerReport> = {}): OwnerReport => ({
  generation: 1,
  checks: checks(1),
  verdicts: {},
  ...changes,
});
const whole = (changes: object = {}) => ({ ...reportSample({ owners: { owner: part() } }), ...changes });

describe('a report that is taken', () => {
  it.each<{ rule: string; report: CheckInInput }>([
    { rule: 'nothing but a sign of life', report: reportSample() },
    {
      rule: 'checks at both ends of the window',
      report: reportSample({
        owners: { owner: part({ checks: [...checks(1), ...checks(1, WINDOW + WINDOW_MS - 1)] }) },
      }),
    },
    {
      rule: 'as many checks as fit',
      report: reportSample({ owners: { one: part({ checks: checks(LIMITS.checksPerReport) }) } }),
    },
    {
      rule: 'as many verdicts',
      report: reportSample({ owners: { one: part({ verdicts: verdicts(LIMITS.checksPerReport) }) } }),
    },
    {
      rule: 'as much as fits, each of another owner',
      report: reportSample({
        owners: Object.fromEntries(
          Array.from({ length: LIMITS.checksPerReport }, (_, index) => [
            `o${index}`,
            part({ checks: checks(1).map((check) => ({ ...check, phases: [1, 2, 3, 4, 5] })), verdicts: verdicts(1) }),
          ]),
        ),
      }),
    },
    { rule: 'backfill without verdicts', report: reportSample({ lane: 'backfill', owners: { owner: part() } }) },
    {
      rule: 'verdicts',
      report: reportSample({
        owners: { owner: part({ verdicts: { a: verdictSample({ up: false, certificateEndsAt: 7 }) } }) },
      }),
    },
    {
      rule: 'evidence and certificates',
      report: reportSample({
        owners: { owner: part({ evidence: { a: evidenceSample() }, certificates: { a: certificateSample() } }) },
      }),
    },
  ])('$rule', ({ report }) => {
    expect(checkInInputSchema.parse(report)).toEqual(report);
  });

  it('without evidence of an unknown form', () => {
    const evidence = { a: { ...evidenceSample(), failed: { error: 'new' } } };
    const parsed = checkInInputSchema.parse(whole({ owners: { owner: { ...part(), evidence } } }));
    expect(parsed.owners).toEqual({ owner: part() });
  });
});

describe('a report of another form is refused whole', () => {
  const half = checks(LIMITS.checksPerReport / 2 + 1);
  it.each<{ rule: string; report: unknown }>([
    { rule: 'nothing', report: undefined },
    { rule: 'a text', report: 'report' },
    { rule: 'no seq', report: whole({ seq: undefined }) },
    { rule: 'seq 0', report: whole({ seq: 0 }) },
    { rule: 'a broken seq', report: whole({ seq: 1.5 }) },
    { rule: 'a spool too short', report: whole({ spool: 'abc' }) },
    { rule: 'a spool with a dot', report: whole({ spool: 'spool.aaaa' }) },
    { rule: 'an unknown lane', report: whole({ lane: 'fast' }) },
    { rule: 'a window that is none', report: whole({ windowAt: WINDOW + 1, owners: {} }) },
    { rule: 'a negative window', report: whole({ windowAt: -WINDOW_MS, owners: {} }) },
    {
      rule: 'a check before its window',
      report: whole({ owners: { owner: part({ checks: checks(1, WINDOW - 1) }) } }),
    },
    {
      rule: 'a check after its window',
      report: whole({ owners: { owner: part({ checks: checks(1, WINDOW + WINDOW_MS) }) } }),
    },
    {
      rule: 'too many checks over all owners',
      report: whole({ owners: { one: part({ checks: half }), two: part({ checks: half }) } }),
    },
    {
      rule: 'too many verdicts',
      report: whole({ owners: { one: part({ verdicts: verdicts(LIMITS.checksPerReport + 1) }) } }),
    },
    {
      rule: 'backfill with verdicts',
      report: whole({ lane: 'backfill', owners: { owner: part({ verdicts: verdicts(1) }) } }),
    },
    { rule: 'an owner with a dot', report: whole({ owners: { 'a.b': part() } }) },
    { rule: 'an owner that the database reserves', report: whole({ owners: { __owner__: part() } }) },
    { rule: 'a negative generation', report: whole({ owners: { owner: part({ generation: -1 }) } }) },
    {
      rule: 'a verdict without up',
      report: whole({ owners: { owner: { ...part(), verdicts: { a: { since: 1 } } } } }),
    },
    {
      rule: 'a verdict on an invalid id',
      report: whole({ owners: { owner: part({ verdicts: { 'a/b': verdictSample() } }) } }),
    },
    {
      rule: 'one bad check among good ones',
      report: whole({ owners: { owner: { ...part(), checks: [...checks(2), { endpoint: 'a' }] } } }),
    },
    { rule: 'no device', report: whole({ device: undefined }) },
    { rule: 'memory over 100 %', report: whole({ device: { ...DEVICE, memoryUsage: 101 } }) },
    { rule: 'an incomplete condition', report: whole({ condition: { abstaining: false } }) },
    { rule: 'a negative count of dropped checks', report: whole({ condition: { ...CONDITION, droppedChecks: -1 } }) },
  ])('$rule', ({ report }) => {
    expect(checkInInputSchema.safeParse(whole()).success).toBe(true);
    expect(checkInInputSchema.safeParse(report).success).toBe(false);
  });
});

it.each<[what: string, changes: object]>([
  ['checks', { owners: { owner: { ...part(), checks: Array(1_000_000).fill(0) } } }],
  ['verdicts', { owners: { owner: { ...part(), verdicts: { ...Array(200_000).fill(0) } } } }],
  ['owners', { owners: { ...Array(200_000).fill(0) } }],
  ['problems', { condition: { ...CONDITION, problems: Array(200_000).fill(0) } }],
])('a report with endless %s is refused before each is validated', (_what, changes) => {
  const { error } = checkInInputSchema.safeParse(whole(changes));
  expect(error?.issues).toEqual([expect.objectContaining({ message: 'too much for one report' })]);
});

it.each<[field: string, changes: object]>([
  ['syncedAt', { syncedAt: Number.MAX_SAFE_INTEGER }],
  ['spoolOldestAt', { condition: { ...CONDITION, spoolOldestAt: Number.MAX_SAFE_INTEGER } }],
  [
    'certificateEndsAt',
    { owners: { owner: part({ verdicts: { a: verdictSample({ certificateEndsAt: Number.MAX_SAFE_INTEGER }) } }) } },
  ],
])('%s may not be a time that the database cannot store', (_field, changes) => {
  expect(checkInInputSchema.safeParse(whole(changes)).success).toBe(false);
});
