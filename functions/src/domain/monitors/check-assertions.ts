import { type CheckOptions, findTypeProblem, httpOptions, optionsOfType } from '@farwatch/core/values/check-options';
import type { Run } from '../../platform/db/run.ts';
import { ApiError } from '../../platform/http/errors.ts';

type Checked = { check?: CheckOptions | null | undefined };

const MESSAGES = { path: 'not a JSONPath', expression: 'not a regular expression of RE2' } as const;

/**
 * Throws ApiError bad_assertion, with the fields, if an endpoint's check has an assertion whose JSONPath or expression
 * cannot be parsed. `pathOf`: the name of an endpoint's check in the request.
 */
export async function refuseBadAssertions(
  endpoints: readonly Checked[],
  pathOf: (index: number) => string = (index) => `endpoints.${index}.check`,
): Promise<void> {
  const all = endpoints.flatMap(({ check }, index) =>
    (httpOptions(check ?? null)?.assertions ?? []).map((assertion, order) => ({
      assertion,
      path: `${pathOf(index)}.assertions.${order}`,
    })),
  );
  if (all.length === 0) return;
  // Most requests have none and need no parsers.
  const { findAssertionProblem } = await import('@farwatch/core/decisions/checks/assertion-problem');
  const details = all.flatMap(({ assertion, path }) => {
    const problem = findAssertionProblem(assertion);
    return problem ? [{ path: `${path}.${problem === 'path' ? 'path' : 'value'}`, message: MESSAGES[problem] }] : [];
  });
  if (details.length > 0) throw new ApiError('bad_assertion', { details });
}

/** Throws ApiError invalid, with the fields, if an endpoint's options are of another check type than its URL. */
export function refuseOtherTypes(endpoints: readonly { url: string; check: CheckOptions | null }[]): void {
  const details = endpoints.flatMap((endpoint, index) => {
    const message = findTypeProblem(endpoint);
    return message === null ? [] : [{ path: `endpoints.${index}.check.type`, message }];
  });
  if (details.length > 0) throw new ApiError('invalid', { details });
}

/** Throws ApiError invalid, with the fields, if a heartbeat's cron expression cannot be parsed or matches no time. */
export async function refuseBadSchedules(
  { nowMs }: Run,
  endpoints: readonly { check: CheckOptions | null }[],
): Promise<void> {
  const schedules = endpoints.map(({ check }) => optionsOfType(check, 'heartbeat'));
  if (!schedules.some((each) => each?.cron !== undefined)) return;
  const { isCronUsable } = await import('@farwatch/core/decisions/heartbeats/cron');
  const details = schedules.flatMap((each, index) =>
    each?.cron === undefined || isCronUsable(each.cron, each.timeZone ?? 'UTC', nowMs)
      ? []
      : [{ path: `endpoints.${index}.check.cron`, message: 'not a cron expression that matches any time' }],
  );
  if (details.length > 0) throw new ApiError('invalid', { details });
}
