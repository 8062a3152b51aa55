import type { CheckOptions } from '@farwatch/core/values/check-options';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../components/feedback/lazy-part.tsx';
import type { CheckProblems } from '../check-draft.ts';
import { optionProblemText } from '../check-fields.ts';
import { areSecretsKnown } from '../known-secrets.ts';
import { SheetFrame, SheetPart, type SheetProps } from '../sheet-frame.tsx';
import { useInvalidFocus } from '../use-invalid-focus.ts';
import { HeartbeatFields } from './heartbeat-fields.tsx';
import { parseTypeDraft, type TypeDraft, typeDraftOf } from './type-draft.ts';
import { TypeFields } from './type-fields.tsx';
import type { PlainType } from './type-parts.ts';

/** Parses cron expressions, which other types do without. */
const ExpectedTimes = lazyPart(() => import('./expected-times.tsx'));

/** The options of a check of any type but HTTP. */
export function TypeSheet({ type, ...props }: SheetProps & { type: PlainType }) {
  const { t } = useTranslation();
  const { entry, stored } = props;
  const form = useTypeDraft(type, entry.check, areSecretsKnown(entry, stored));
  const error = (field: string) => {
    const problem = form.problems.get(field);
    return problem && optionProblemText(field, problem, t);
  };
  return (
    <SheetFrame {...props} form={form} note="">
      <SheetPart title={t(`check.types.${type}.title`)} hint={t(`check.types.${type}.hint`)}>
        {type === 'heartbeat' ? (
          <HeartbeatFields draft={form.draft} change={form.change} error={error} />
        ) : (
          <TypeFields type={type} draft={form.draft} change={form.change} error={error} />
        )}
        {type === 'heartbeat' && form.draft.cron && form.parsed.check !== undefined && (
          <Suspense>
            <ExpectedTimes check={form.parsed.check} />
          </Suspense>
        )}
      </SheetPart>
    </SheetFrame>
  );
}

const NO_PROBLEMS: CheckProblems = new Map();

/** The fields of a type's options while they are edited. Problems are shown once it was submitted. */
function useTypeDraft(type: PlainType, check: CheckOptions | null, areSecretsKnown: boolean) {
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
