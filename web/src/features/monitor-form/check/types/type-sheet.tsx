import { chakra, Flex } from '@chakra-ui/react';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { HEARTBEAT_SEC } from '@farwatch/core/values/check-types/heartbeat';
import { isSame } from '@farwatch/core/values/is-same';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewerZone } from '../../../../lib/time/viewer-zone.ts';
import { lazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { RadioField } from '../../../../ui/form/radio-field.tsx';
import { ZoneField } from '../../../../ui/form/zone-field.tsx';
import type { CheckProblems } from '../check-draft.ts';
import { optionProblemText } from '../check-fields.ts';
import { areSecretsKnown } from '../known-secrets.ts';
import { SheetFrame, SheetPart, type SheetProps } from '../sheet-frame.tsx';
import { useInvalidFocus } from '../use-invalid-focus.ts';
import { durationText } from './duration-text.ts';
import { parseTypeDraft, type TypeDraft, typeDraftOf } from './type-draft.ts';
import { TypeField, TypeFields } from './type-fields.tsx';
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

const SCHEDULES = ['period', 'cron'] as const;

type HeartbeatFieldsProps = {
  draft: TypeDraft;
  change: (change: TypeDraft) => void;
  error: (field: string) => string | undefined;
};

/** When a heartbeat is expected: by a period or by a cron expression in a time zone; and the grace time. */
function HeartbeatFields({ draft, change, error }: HeartbeatFieldsProps) {
  const { t } = useTranslation();
  const name = useId();
  const [schedule, setSchedule] = useState<(typeof SCHEDULES)[number]>(draft.cron ? 'cron' : 'period');

  function choose(next: typeof schedule) {
    setSchedule(next);
    if (next === 'cron') change({ periodSec: '', timeZone: viewerZone() });
    else change({ periodSec: durationText(HEARTBEAT_SEC.period), cron: '', timeZone: '' });
  }

  const field = (of: 'periodSec' | 'cron' | 'graceSec') => (
    <TypeField name={of} value={draft[of] ?? ''} error={error(of)} onChange={(value) => change({ [of]: value })} />
  );
  return (
    <>
      <chakra.fieldset>
        <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
          {t('check.options.schedule')}
        </chakra.legend>
        <Flex wrap="wrap" columnGap="6">
          {SCHEDULES.map((each) => (
            <RadioField key={each} name={name} checked={each === schedule} onChoose={() => choose(each)}>
              {t(`check.options.schedules.${each}`)}
            </RadioField>
          ))}
        </Flex>
      </chakra.fieldset>
      {schedule === 'period' ? (
        field('periodSec')
      ) : (
        <>
          {field('cron')}
          <ZoneField
            label={t('check.options.timeZone')}
            value={draft.timeZone || 'UTC'}
            onChoose={(timeZone) => change({ timeZone })}
          />
        </>
      )}
      {field('graceSec')}
    </>
  );
}
