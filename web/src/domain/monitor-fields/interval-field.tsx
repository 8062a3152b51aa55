import { Field } from '@chakra-ui/react';
import { SHORT_INTERVALS_SEC } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { type RefCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { useProfile } from '../../lib/live/account.ts';
import { Choice } from '../../ui/form/choice.tsx';

type IntervalSec = (typeof SHORT_INTERVALS_SEC)[number];

type Props = {
  value: IntervalSec | null;
  onChange: (value: IntervalSec | null) => void;
  error: string | undefined;
  focusRef: RefCallback<HTMLSelectElement>;
};

/** Selects the time between two checks: the account's, or a shorter one. */
export function IntervalField({ value, onChange, error, focusRef }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const textOf = useIntervalText();
  const options = [null, ...SHORT_INTERVALS_SEC].map((each) => ({
    value: String(each),
    label: textOf(each),
  }));
  return (
    <Field.Root invalid={error !== undefined} alignItems="flex-start">
      <Field.Label htmlFor={id}>{t('form.interval')}</Field.Label>
      <Choice
        id={id}
        ref={focusRef}
        value={String(value)}
        options={options}
        onChoose={(text) => onChange(SHORT_INTERVALS_SEC.find((each) => String(each) === text) ?? null)}
      />
      <Field.HelperText>{t('form.intervalHint')}</Field.HelperText>
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}

/** Formats intervals as text, the account's with its length once that is known. */
export function useIntervalText(): (intervalSec: number | null) => string {
  const { t } = useTranslation();
  const minutes = useProfile().data?.monitorInterval;
  return (intervalSec) => {
    if (intervalSec !== null || minutes === undefined) return intervalText(intervalSec, t);
    return t('form.intervalAsInSettings', { time: formatDuration(minutes * MINUTE_MS, t) });
  };
}

/** Formats an interval as text. */
export function intervalText(intervalSec: number | null, t: TFunction): string {
  if (intervalSec === null) return t('form.intervalOfAccount');
  return t('form.every', { time: formatDuration(intervalSec * SECOND_MS, t) });
}
