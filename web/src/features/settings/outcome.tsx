import { Text } from '@chakra-ui/react';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { type FailureText, failureAdvice, failureText } from '../../lib/api/failure-text.ts';

/** The outcome of the last save or test; null before the first, and after a change. */
export type Outcome = { done: ParseKeys; also?: ParseKeys } | { failed: ParseKeys; why: unknown } | null;

const UNEXPECTED: ParseKeys = 'failure.unexpected';

/** Shows success, or what failed, why, and what to do. */
export function OutcomeNotice({ outcome, action }: { outcome: NonNullable<Outcome>; action?: ReactNode }) {
  const { t } = useTranslation();
  const inWords = (found: FailureText | null) => found && ('key' in found ? t(found.key) : found.text);
  if ('done' in outcome) {
    return (
      <Notice kind="success">
        {t(outcome.done)} {outcome.also && t(outcome.also)}
      </Notice>
    );
  }
  const advice = inWords(failureAdvice(outcome.why));
  const found = failureText(outcome.why);
  const why = 'key' in found && found.key === UNEXPECTED ? null : inWords(found);
  return (
    <Notice kind="error" action={action}>
      <Text fontWeight="medium">{advice ? why : t(outcome.failed)}</Text>
      {(advice ?? why) && <Text>{advice ?? why}</Text>}
    </Notice>
  );
}
