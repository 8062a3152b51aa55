import { Box } from '@chakra-ui/react';
import { slowLimitAt } from '@farwatch/core/values/slow';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { LengthOfTime } from '../../ui/text/time.tsx';
import type { EndpointDetails } from './endpoint-details.ts';

/** Since when an endpoint has been slow, with what each slow location measured and its limit. */
export default function SlowNotice({ endpoint, since }: { endpoint: EndpointDetails; since: number }) {
  const { t } = useTranslation();
  const places = endpoint.locations.flatMap((code) => {
    const slow = endpoint.votes[code]?.slow;
    if (!slow) return [];
    const limit = slowLimitAt(endpoint, code);
    const values = { location: t(`locations.${code}`), ms: slow.ms.toLocaleString('en') };
    const text =
      limit === null
        ? t('slow.atWithoutLimit', values)
        : t('slow.at', { ...values, limit: limit.toLocaleString('en') });
    return [{ code, text }];
  });
  return (
    <Notice kind="warning">
      <TextWithParts text={t('slow.notice')} parts={{ time: <LengthOfTime inText fromMs={since} toMs={null} /> }} />
      {places.map(({ code, text }) => (
        <Box key={code}>{text}</Box>
      ))}
      {endpoint.slowMs === 'auto' && <Box>{t('slow.adapts')}</Box>}
    </Notice>
  );
}
