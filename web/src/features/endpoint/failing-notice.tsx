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
  const { standing, reason } = failure;
  const locations = locationText(failure.locations);
  const isPartial = standing === 'partial';
  const text = reason
    ? t(isPartial ? 'endpoint.partialBecause' : 'endpoint.downBecause', {
        reason: errorText(reason.error, reason.statusCode),
        locations,
      })
    : t(isPartial ? 'endpoint.partialFrom' : 'endpoint.downFrom', { locations });
  return <Notice kind={isPartial ? 'warning' : 'error'}>{text}</Notice>;
}
