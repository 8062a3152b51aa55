import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../components/feedback/lazy-part.tsx';
import { optionProblemText } from '../check-fields.ts';
import { areSecretsKnown } from '../known-secrets.ts';
import { SheetFrame, SheetPart, type SheetProps } from '../sheet-frame.tsx';
import { TypeFields } from './type-fields.tsx';
import type { PlainType } from './type-parts.ts';
import { useTypeDraft } from './use-type-draft.ts';

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
        <TypeFields type={type} draft={form.draft} change={form.change} error={error} />
        {type === 'heartbeat' && form.parsed.check !== undefined && (
          <Suspense>
            <ExpectedTimes check={form.parsed.check} />
          </Suspense>
        )}
      </SheetPart>
    </SheetFrame>
  );
}
