import { Flex, Text } from '@chakra-ui/react';
import { endpointStanding } from '@farwatch/core/status/standing';
import { Trans, useTranslation } from 'react-i18next';
import { Flag } from '../../components/flags/flag.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusShape } from '../../components/status/status-shape.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';

/** What the endpoint is now, since when, and what each location says. */
export function StatusCard({ facts }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  const { status, since } = facts;
  const standing = endpointStanding(facts);
  return (
    <StatCard
      title={t('endpoint.cards.status')}
      value={
        <Flex as="span" align="center" gap="3">
          <StatusShape look={ENDPOINT_LOOKS[standing]} size={20} />
          {t(`status.${standing}`)}
        </Flex>
      }
      text={
        <>
          {status === 'pending' ? (
            t('endpoint.cards.neverChecked')
          ) : (
            <Trans i18nKey="endpoint.cards.changed" components={{ ago: <TimeAgo atMs={since} /> }} />
          )}
          <Votes facts={facts} />
        </>
      }
    />
  );
}

/** Each location's flag with what it says. */
function Votes({ facts: { locations, votes } }: { facts: EndpointFacts }) {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" gap="3" mt="1">
      {locations.map((code) => {
        const vote = votes[code];
        const up = vote?.withdrawn === undefined ? vote?.up : undefined;
        const location = t(`locations.${code}`);
        const word =
          up === undefined
            ? t(vote ? 'endpoint.cards.noSay' : 'endpoint.cards.noVote', { location })
            : t('endpoint.cards.vote', { location, status: t(up ? 'status.up' : 'status.down') });
        return (
          <Flex as="li" key={code} align="center" gap="1" title={word}>
            <Flag code={code} />
            <StatusShape look={up === undefined ? 'pending' : up ? 'up' : 'down'} size={10} />
            <Text as="span" srOnly>
              {word}
            </Text>
          </Flex>
        );
      })}
    </Flex>
  );
}
