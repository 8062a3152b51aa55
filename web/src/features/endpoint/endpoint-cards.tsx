import { Box, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { AvailabilityRating } from '@farwatch/core/decisions/status/availability';
import { endpointDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { Trans, useTranslation } from 'react-i18next';
import { Flag } from '../../components/flags/flag.tsx';
import { StatCard } from '../../components/layout/stat-card.tsx';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusLabel, type StatusLook, StatusShape } from '../../components/status/status.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { durationText } from '../../lib/format/durations.ts';
import { percent } from '../../lib/format/numbers.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/time/now.ts';
import type { EndpointContext } from './endpoint-facts.ts';
import { type EndpointMetrics, incidentMetrics } from './endpoint-figures.ts';

/** The four cards of an endpoint. */
export function EndpointCards({ facts, figures }: { facts: EndpointContext; figures: EndpointMetrics }) {
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, xl: 4 }} gap={{ base: '3', md: '4' }}>
      <StatusCard facts={facts} />
      <AvailabilityCard figures={figures} />
      <DowntimeCard figures={figures} />
      <IncidentsCard endpointId={facts.id} />
    </SimpleGrid>
  );
}

function DowntimeCard({ figures: { downMs, outages } }: { figures: EndpointMetrics }) {
  const { t } = useTranslation();
  return (
    <StatCard
      title={t('endpoint.cards.downtime')}
      value={downMs > 0 ? durationText(downMs, t) : t('endpoint.cards.noDowntime')}
      text={outages > 0 ? t('endpoint.cards.outages', { count: outages }) : t('endpoint.cards.noOutages')}
    />
  );
}

/** The endpoint's status, since when, and the vote of each location. */
function StatusCard({ facts }: { facts: EndpointContext }) {
  const { t } = useTranslation();
  const { status, since } = facts;
  const standing = endpointDisplayStatus(facts);
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

/** Each location's flag with its vote. */
function Votes({ facts: { locations, votes } }: { facts: EndpointContext }) {
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

const LOOKS: Record<AvailabilityRating, StatusLook> = {
  Healthy: 'up',
  Warning: 'partial',
  Critical: 'down',
  Unknown: 'none',
};

/** From here on the whole day counts as known: a minute is unknown while an agent starts. */
const WHOLE = 0.99;

/** The endpoint's availability over the last 24 hours, with its rating and as a bar. */
function AvailabilityCard({ figures }: { figures: EndpointMetrics }) {
  const { t } = useTranslation();
  const { availabilityPercent, coverage, isWhole, rating } = figures;
  const look = LOOKS[rating];
  return (
    <StatCard
      title={t('endpoint.cards.availability')}
      value={
        availabilityPercent === null
          ? t('noValue')
          : t('endpoint.cards.percent', { value: percent(availabilityPercent) })
      }
      aside={
        <Text as="span" textStyle="md">
          <StatusLabel look={look} text={t(`endpoint.rating.${rating}`)} />
        </Text>
      }
      text={
        <>
          {coverageText()}
          <Box h="1.5" mt="2" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
            {availabilityPercent !== null && (
              <Box h="full" bg={`status.${look}`} style={{ width: `${availabilityPercent}%` }} />
            )}
          </Box>
        </>
      }
    />
  );

  function coverageText() {
    if (coverage === 0) return t('endpoint.cards.noData');
    if (availabilityPercent === null) return t('endpoint.cards.tooNew');
    if (!isWhole) return t('endpoint.cards.sinceAdded');
    if (coverage >= WHOLE) return t('endpoint.cards.wholeDay');
    return t('endpoint.cards.coverage', { value: Math.round(coverage * 100) });
  }
}

/** The endpoint's incidents, past and active, from the listener that all incident lists share. */
function IncidentsCard({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const { data, error } = useIncidents('24h', nowMs);
  const figures = data && incidentMetrics(data.items, endpointId, nowMs);
  const active = figures?.active ?? 0;
  const partial = figures?.partial ?? 0;
  const known = [
    active > 0 ? t('endpoint.cards.incidentsActive', { count: active }) : t('endpoint.cards.incidentsQuiet'),
    partial > 0 && t('endpoint.cards.incidentsPartial', { count: partial }),
  ]
    .filter(Boolean)
    .join(' · ');
  const unknown = error ? t('endpoint.cards.incidentsFailed') : t('noValue');
  return (
    <StatCard
      title={t('endpoint.cards.incidents')}
      value={figures?.begun ?? t('noValue')}
      text={figures ? known : unknown}
    />
  );
}
