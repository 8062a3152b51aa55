import { z } from 'zod';
import { withoutDefaults } from '../common-check-options.ts';
import { isCron } from '../cron.ts';
import { ambiguityOf, timeZoneSchema } from '../zone.ts';
import type { CheckType, UrlProblem } from './check-type.ts';

/** The limits of a period and a grace time in seconds, and the defaults. */
export const HEARTBEAT_SEC = { least: 60, most: 366 * 86_400, period: 86_400, grace: 3600 } as const;

const seconds = z.number().int().min(HEARTBEAT_SEC.least).max(HEARTBEAT_SEC.most).optional();

/**
 * When a job is expected to ping: `periodSec` after the last ping, or by a `cron` expression of five fields or a macro
 * such as `@daily` in `timeZone`, UTC by default. `graceSec`: how late it may be, and how long it may run.
 */
export const heartbeatCheckSchema = z
  .strictObject({
    type: z.literal('heartbeat'),
    periodSec: seconds,
    cron: z
      .string()
      .trim()
      .max(100)
      .regex(/^[\w\s*,/#?@-]+$/, 'not a cron expression')
      .optional(),
    timeZone: timeZoneSchema.optional(),
    graceSec: seconds,
  })
  .refine(({ periodSec, cron }) => periodSec === undefined || cron === undefined, {
    path: ['cron'],
    message: 'either a period or a cron expression',
  });
export type HeartbeatCheck = z.infer<typeof heartbeatCheckSchema>;

/** Adds the issues of a schedule in a request that could not be kept: no cron expression, or an ambiguous zone. */
export function refineSchedule({ cron, timeZone }: HeartbeatCheck, context: z.RefinementCtx): void {
  const issue = (path: 'cron' | 'timeZone', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (cron !== undefined && !isCron(cron)) issue('cron', 'not a cron expression that matches any time');
  const ambiguity = timeZone === undefined ? null : ambiguityOf(timeZone);
  if (ambiguity !== null) issue('timeZone', ambiguity);
}

/** When a job is expected: a period in seconds, or a cron expression in a time zone; and the grace time. */
export type HeartbeatSchedule = { graceSec: number } & (
  | { periodSec: number; cron: null }
  | { cron: string; timeZone: string }
);

/** The schedule of a heartbeat's options; once a day if it has none. */
export function scheduleOf(check: HeartbeatCheck | null): HeartbeatSchedule {
  const graceSec = check?.graceSec ?? HEARTBEAT_SEC.grace;
  if (check?.cron === undefined) return { periodSec: check?.periodSec ?? HEARTBEAT_SEC.period, cron: null, graceSec };
  return { cron: check.cron, timeZone: check.timeZone ?? 'UTC', graceSec };
}

const SCHEME = 'heartbeat://';
const NAME = /^[a-z0-9_-]{1,100}$/;

/** A job that pings when it has run: `heartbeat://name`. The server waits for the pings; no agent checks it. */
export const heartbeat = {
  decidedBy: 'pings',
  schemes: { heartbeat: null },
  expectedStatus: null,
  options: heartbeatCheckSchema,
  normalize: (options) =>
    withoutDefaults(options, { periodSec: HEARTBEAT_SEC.period, graceSec: HEARTBEAT_SEC.grace, timeZone: 'UTC' }),
  parseUrl: parseHeartbeatUrl,
  findCaveat: () => null,
} as const satisfies CheckType<HeartbeatCheck>;

/** Spaces become dashes and letters small, as the name is part of ping URLs. */
function parseHeartbeatUrl(text: string): { url: string } | { problem: UrlProblem } {
  const trimmed = text.trim();
  if (/\p{Cc}/u.test(trimmed)) return { problem: 'control' };
  const typed = trimmed.slice(SCHEME.length).replace(/\/$/, '');
  const name = typed.toLowerCase().trim().replaceAll(/\s+/g, '-');
  if (name === '') return { problem: 'noHost' };
  if (name.includes('/')) return { problem: 'path' };
  if (name.length > 100) return { problem: 'long' };
  return NAME.test(name) ? { url: `${SCHEME}${name}` } : { problem: 'host' };
}
