import { Trans, useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../components/check-error.ts';
import { Notice } from '../../components/notice.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';

/** Why an endpoint that is down was last seen failing. */
export function DownNotice({ facts: { status, lastError } }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  if (status !== 'down' || !lastError?.error) return null;
  return (
    <Notice kind="error">
      <Trans
        i18nKey="endpoint.downBecause"
        values={{
          reason: errorText(lastError.error, lastError.statusCode),
          location: t(`locations.${lastError.location}`),
        }}
        components={{ ago: <TimeAgo atMs={lastError.at} /> }}
      />
    </Notice>
  );
}
