import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { useState } from 'react';
import {
  assertionOf,
  type CheckDraft,
  type CheckProblem,
  type CheckProblems,
  checkDraftOf,
  parseCheckDraft,
} from './check-draft.ts';
import { useInvalidFocus } from './use-invalid-focus.ts';

const NO_PROBLEMS: CheckProblems = new Map();

/** The fields of a check while they are edited. Problems are shown once it was submitted. */
export function useCheckDraft(check: HttpCheck | null, areSecretsKnown: boolean) {
  const [initial] = useState(() => checkDraftOf(check));
  const [draft, setDraft] = useState(initial);
  const [submitted, setSubmitted] = useState(0);
  const ref = useInvalidFocus(submitted);
  // Of the last submission; assertions that were changed since may have become valid.
  const [unparsable, setUnparsable] = useState<{ draft: CheckDraft; problems: CheckProblems } | null>(null);
  const parsed = parseCheckDraft(draft, areSecretsKnown);
  const ofAssertions = unparsable?.draft.assertions === draft.assertions ? unparsable.problems : NO_PROBLEMS;
  const problems = submitted > 0 ? new Map([...(parsed.problems ?? []), ...ofAssertions]) : NO_PROBLEMS;

  /** The check, or undefined if something must be corrected, which then has the focus. */
  async function submit(): Promise<HttpCheck | null | undefined> {
    const found = parsed.problems ? NO_PROBLEMS : await assertionProblems(draft);
    setUnparsable({ draft, problems: found });
    if (parsed.problems || found.size > 0) {
      setSubmitted((before) => before + 1);
      return undefined;
    }
    return parsed.check;
  }

  return {
    ref,
    draft,
    parsed,
    problems,
    submit,
    isDirty: !isSame(draft, initial),
    change: (change: Partial<CheckDraft>) => setDraft((before) => ({ ...before, ...change })),
  };
}

/** The assertions whose path or expression cannot be understood. Their parsers are loaded only for this. */
async function assertionProblems({ assertions }: CheckDraft): Promise<CheckProblems> {
  const problems = new Map<string, CheckProblem>();
  if (!assertions.some(({ source, op }) => source === 'json' || op === 'matches')) return problems;
  // If it cannot be loaded, the API still refuses them.
  const parsers = await import('@farwatch/core/decisions/checks/find-assertion-problem').catch(() => null);
  for (const assertion of assertions) {
    const problem = parsers?.findAssertionProblem(assertionOf(assertion));
    if (problem === 'path') problems.set(`assertions.${assertion.key}.path`, 'invalid');
    if (problem === 'expression') problems.set(`assertions.${assertion.key}.value`, 'expression');
  }
  return problems;
}
