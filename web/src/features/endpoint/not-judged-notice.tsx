import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';

/** From where an endpoint cannot be judged at present, and why. */
export function NotJudgedNotice({ facts: { locations, votes } }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const sentences = locations.flatMap((code) => {
    const reason = votes[code]?.withdrawn;
    const location = t(`locations.${code}`);
    return reason
      ? [{ code, text: t('endpoint.notJudged', { location, reason: t(`endpoint.ownFaults.${reason}`) }) }]
      : [];
  });
  if (sentences.length === 0) return null;
  return (
    <Notice kind="info">
      {sentences.map(({ code, text }) => (
        <Box key={code}>{text}</Box>
      ))}
    </Notice>
  );
}
