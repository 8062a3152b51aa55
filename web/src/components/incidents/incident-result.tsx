import type { Incident } from '@farwatch/core/documents/incident';
import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../check-error.ts';
import { ExactTime } from '../exact-time.tsx';
import { Fact, Facts } from './facts.tsx';

/** What was asked for, what was expected and what came: a missing status is shown as Warning. */
export function IncidentResult({ incident: { kind, details } }: { incident: Incident }) {
  const { t } = useTranslation();
  const { url, expectedStatus, actualStatus, error, certificateEndsAt } = details;
  const errorText = useCheckErrorText();
  return (
    <Facts>
      <Fact name={t('incidents.details.url')}>{url}</Fact>
      <Fact name={t('incidents.details.expected')} short>
        {expectedStatus}
      </Fact>
      <Fact name={t('incidents.details.actual')} short>
        {actualStatus ?? t('incidents.details.warning')}
      </Fact>
      {error !== null && <Fact name={t('incidents.details.error')}>{errorText(error, actualStatus)}</Fact>}
      {kind === 'certificate' && certificateEndsAt !== null && (
        <Fact name={t('incidents.details.certificateEnd')}>
          <ExactTime atMs={certificateEndsAt} />
        </Fact>
      )}
    </Facts>
  );
}
