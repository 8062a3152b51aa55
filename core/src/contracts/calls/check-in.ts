import { z } from 'zod';
import { reportedVerdictSchema, reportedWithdrawalSchema } from '../../documents/verdict-change.ts';
import { certificateSchema } from '../../values/certificate.ts';
import { checkSchema } from '../../values/check.ts';
import { evidenceSchema } from '../../values/check-answer.ts';
import { agentConditionSchema, deviceSchema } from '../../values/device.ts';
import { atMsSchema, boundedRecord, countSchema, idSchema, seenAsSchema } from '../../values/fields.ts';
import { AGENT, EVIDENCE, LIMITS } from '../../values/limits.ts';
import { agentReleaseSchema } from '../../values/release.ts';
import { WINDOW_MS, windowStart } from '../../values/time.ts';
import { agentCall } from './agent-call.ts';

/**
 * An owner's part of a report, all under one `generation` of the assignment. `verdicts`: the current ones of its
 * checked endpoints; `withdrawn`: endpoints that can no longer be checked, missing from older agents. `evidence`: of down
 * verdicts in this report. `certificates`: those that the agent has not reported yet. Both are dropped if their form is
 * unknown, so that they never hold up a verdict.
 */
export const ownerReportSchema = z.object({
  generation: z.number().int().nonnegative(),
  checks: z.array(checkSchema).max(LIMITS.checksPerReport),
  verdicts: boundedRecord(idSchema, reportedVerdictSchema, LIMITS.checksPerReport),
  withdrawn: boundedRecord(idSchema, reportedWithdrawalSchema, LIMITS.checksPerReport).optional(),
  evidence: boundedRecord(idSchema, evidenceSchema, LIMITS.checksPerReport).optional().catch(undefined),
  certificates: boundedRecord(idSchema, certificateSchema, LIMITS.checksPerReport).optional().catch(undefined),
});
export type OwnerReport = z.infer<typeof ownerReportSchema>;

/** Whether a value contains at most `max` values, at any depth. */
function hasAtMost(max: number, root: unknown): boolean {
  const open = [root];
  for (let left = max; open.length > 0; ) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts: unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= parts.length;
    if (left < 0) return false;
    for (const part of parts) open.push(part);
  }
  return true;
}

const reportSchema = z
  .object({
    spool: z.string().regex(/^[A-Za-z0-9_-]{8,40}$/),
    sender: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,40}$/)
      .optional(),
    seq: z.number().int().positive(),
    lane: z.enum(['live', 'backfill']),
    windowAt: atMsSchema,
    owners: boundedRecord(idSchema, ownerReportSchema, LIMITS.checksPerReport),
    device: deviceSchema,
    condition: agentConditionSchema,
    syncedAt: atMsSchema.nullable(),
  })
  .superRefine((report, context) => {
    const parts = Object.values(report.owners);
    const checks = parts.flatMap((part) => part.checks);
    const verdictCount = parts.flatMap(({ verdicts, withdrawn = {} }) => [
      ...Object.keys(verdicts),
      ...Object.keys(withdrawn),
    ]).length;
    const evidenceCount = parts.flatMap(({ evidence = {} }) => Object.keys(evidence)).length;
    const certificateCount = parts.flatMap(({ certificates = {} }) => Object.keys(certificates)).length;
    const reject = (message: string) => context.addIssue({ code: 'custom', message });
    if (report.windowAt !== windowStart(report.windowAt)) reject('windowAt is not the start of a window');
    if (checks.length > LIMITS.checksPerReport) reject('too many checks in one report');
    if (checks.some((check) => windowStart(check.at) !== report.windowAt)) reject('a check lies outside the window');
    if (verdictCount > LIMITS.checksPerReport) reject('too many verdicts in one report');
    if (evidenceCount > EVIDENCE.perReport) reject('too much evidence in one report');
    if (certificateCount > EVIDENCE.certificatesPerReport) reject('too many certificates in one report');
    if (report.lane === 'backfill' && verdictCount > 0) reject('backfill carries no verdicts');
  });

/**
 * Callable `checkIn` (docs/agent.md, Check-in). `seq` grows by one within `spool`. `sender`: the sending process,
 * missing from older agents. All checks are in the ten-minute window that starts at `windowAt`. Only lane `live` has
 * verdicts. `syncedAt`: when the agent last received its assignments.
 */
export const checkInInputSchema = z
  .unknown()
  .refine((report) => hasAtMost(LIMITS.reportValues, report), 'too much for one report')
  .pipe(reportSchema);
export type CheckInInput = z.infer<typeof checkInInputSchema>;

/**
 * Whether the report describes the present. A delayed live one describes the past: its checks are stored, its verdicts
 * are not used, and the agent's next report has the current ones.
 */
export function isTimely({ lane, windowAt }: Pick<CheckInInput, 'lane' | 'windowAt'>, nowMs: number): boolean {
  return lane === 'live' && nowMs - windowAt <= WINDOW_MS + AGENT.liveLaneMs;
}

/**
 * `applied`: false if it was already applied for another sender. `timely`: false if its verdicts were not used.
 * `futureChecks`: how many checks were dropped because they are in the future. `seenAs`: the address it came from.
 * `newest`: the newest version, if the agent has an older one. `blockedHosts`: those that the agent must not check, with
 * their subdomains; missing for none. Older servers send none of the last four.
 */
export const checkInOutputSchema = z.object({
  seq: z.number().int(),
  applied: z.boolean(),
  timely: z.boolean(),
  serverAt: atMsSchema,
  futureChecks: countSchema.optional(),
  seenAs: seenAsSchema,
  newest: agentReleaseSchema.optional().catch(undefined),
  blockedHosts: z.array(z.string()).optional().catch(undefined),
});
export type CheckInOutput = z.infer<typeof checkInOutputSchema>;

export const checkInCall = agentCall({
  name: 'checkIn',
  input: checkInInputSchema,
  output: checkInOutputSchema,
});
