import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../components/check-error.ts';
import { Notice } from '../../components/notice.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';

/** Why an endpoint that is down was last seen failing. */
export function DownNotice({ facts: { status, lastError } }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  if (status !== 'down' || !lastError?.error) return null;
  const reason = errorText(lastError.error, lastError.statusCode);
  const location = t(`locations.${lastError.location}`);
  return <Notice kind="error">{t('endpoint.downBecause', { reason, location })}</Notice>;
}
