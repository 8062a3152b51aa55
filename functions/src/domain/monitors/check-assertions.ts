import { type CheckOptions, findTypeProblem, httpOptions } from '@farwatch/core/values/check-options';
import { LIMITS } from '@farwatch/core/values/limits';
import type { EndpointFields } from '@farwatch/core/values/monitor-fields/table';
import { findSlowProblem } from '@farwatch/core/values/slow';
import { ASSERTION_RATE } from '@farwatch/core/values/token-bucket';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { requestLimit } from '../../platform/http/request-limit.ts';

type Checked = { check?: CheckOptions | null | undefined };

const MESSAGES = {
  path: 'not a JSONPath',
  expression: 'not a regular expression of RE2',
  tooComplex: 'too complex: shorten it, or repeat less in it',
} as const;

/** The work of each account, in this instance's memory. */
const limit = requestLimit(ASSERTION_RATE);

/**
 * Throws ApiError bad_assertion, with the fields, if an endpoint's check has an assertion whose JSONPath or expression
 * cannot be parsed, or is too complex. Before it parses any it throws assertions_too_complex, with the first that is too
 * much, and too_many_requests. `pathOf`: the name of an endpoint's check in the request.
 */
export async function refuseBadAssertions(
  { nowMs }: Run,
  { accountId }: Caller,
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
  const { findAssertionProblems, priceAssertions } = await import('@farwatch/core/decisions/checks/assertion-problem');
  const assertions = all.map(({ assertion }) => assertion);
  const { price, at } = priceAssertions(assertions, LIMITS.assertionUnits);
  const exceeding = at === null ? undefined : all[at];
  if (exceeding) throw fieldError(exceeding.path, 'too complex with those before it', 'assertions_too_complex');
  limit.take(accountId, nowMs, price);
  const problems = findAssertionProblems(assertions);
  const details = all.flatMap(({ path }, index) => {
    const problem = problems[index];
    return problem ? [{ path: `${path}.${problem === 'path' ? 'path' : 'value'}`, message: MESSAGES[problem] }] : [];
  });
  if (details.length > 0) throw new ApiError('bad_assertion', { details });
}

/** Throws ApiError invalid, with the fields, for options or a limit that do not fit the check type of an endpoint's URL. */
export function refuseOtherTypes(endpoints: readonly Pick<EndpointFields, 'url' | 'check' | 'slowMs'>[]): void {
  const details = endpoints.flatMap((endpoint, index) => {
    const problems = [
      { path: 'check.type', message: findTypeProblem(endpoint) },
      { path: 'slowMs', message: findSlowProblem(endpoint) },
    ];
    return problems.flatMap(({ path, message }) =>
      message === null ? [] : [{ path: `endpoints.${index}.${path}`, message }],
    );
  });
  if (details.length > 0) throw new ApiError('invalid', { details });
}
