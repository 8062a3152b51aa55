import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../components/check-error.ts';
import { useLocationText } from '../../components/flags/use-location-text.ts';
import { Notice } from '../../components/notice.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';
import { failureFacts } from './failure-facts.ts';

/** From where an endpoint fails now, and why. */
export function FailingNotice({ facts }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const locationText = useLocationText();
  const failure = failureFacts(facts);
  if (!failure) return null;
  const { standing, locations: codes, reason } = failure;
  const kind = standing === 'partial' ? 'warning' : 'error';
  if (codes.length === 0) return <Notice kind={kind}>{t(`endpoint.${standing}Plain`)}</Notice>;
  const locations = locationText(codes);
  const text = reason
    ? t(`endpoint.${standing}Because`, { reason: errorText(reason.error, reason.statusCode), locations })
    : t(`endpoint.${standing}From`, { locations });
  return <Notice kind={kind}>{text}</Notice>;
}
