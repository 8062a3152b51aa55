import type { CheckOptions } from '@farwatch/core/values/check-options';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { useState } from 'react';
import type { CheckProblems } from '../check-draft.ts';
import { useInvalidFocus } from '../use-invalid-focus.ts';
import { parseTypeDraft, type TypeDraft, typeDraftOf } from './type-draft.ts';
import type { PlainType } from './type-parts.ts';

const NO_PROBLEMS: CheckProblems = new Map();

/** The fields of a type's options while they are edited. Problems are shown once it was submitted. */
export function useTypeDraft(type: PlainType, check: CheckOptions | null, areSecretsKnown: boolean) {
  const [initial] = useState(() => typeDraftOf(type, check));
  const [draft, setDraft] = useState(initial);
  const [submitted, setSubmitted] = useState(0);
  const ref = useInvalidFocus(submitted);
  const parsed = parseTypeDraft(type, draft, areSecretsKnown);

  /** The options, or undefined if something must be corrected, which then has the focus. */
  async function submit(): Promise<CheckOptions | null | undefined> {
    if (parsed.problems) setSubmitted((before) => before + 1);
    return parsed.problems ? undefined : parsed.check;
  }

  return {
    ref,
    draft,
    parsed,
    problems: submitted > 0 && parsed.problems ? parsed.problems : NO_PROBLEMS,
    submit,
    isDirty: !isSame(draft, initial),
    change: (change: TypeDraft) => setDraft((before) => ({ ...before, ...change })),
  };
}
