import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { ApiError } from '../errors.ts';

type Checked = { check?: HttpCheck | null | undefined };

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
    (check?.assertions ?? []).map((assertion, order) => ({ assertion, path: `${pathOf(index)}.assertions.${order}` })),
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
