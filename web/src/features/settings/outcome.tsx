import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { failureText } from '../../lib/api/failure-text.ts';

/** The outcome of the last save or test; null before the first, and after a change. */
export type Outcome = { done: ParseKeys; also?: ParseKeys } | { failed: ParseKeys; why: unknown } | null;

/** Shows success, or what failed, why, and what to do. */
export function OutcomeNotice({ outcome }: { outcome: NonNullable<Outcome> }) {
  const { t } = useTranslation();
  if ('failed' in outcome) {
    const { failed, why } = outcome;
    return <FailureNotice title={failureText(why).advice ? undefined : t(failed)} failure={why} />;
  }
  return (
    <Notice kind="success">
      {t(outcome.done)} {outcome.also && t(outcome.also)}
    </Notice>
  );
}
