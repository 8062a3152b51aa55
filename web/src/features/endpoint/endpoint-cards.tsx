import { Box, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { FULL_COVERAGE } from '@farwatch/core/decisions/status/availability';
import { endpointDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { deciderOf, isRunByServer } from '@farwatch/core/values/url';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../domain/flags/flag.tsx';
import { ENDPOINT_LOOKS, RATING_LOOKS } from '../../domain/status/looks.ts';
import { StatusLabel, StatusShape } from '../../domain/status/status.tsx';
import { formatDuration } from '../../lib/format/durations.ts';
import { percent } from '../../lib/format/numbers.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/time/now.ts';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';
import type { EndpointDetails } from './endpoint-details.ts';
import { type EndpointMetrics, incidentMetrics } from './endpoint-metrics.ts';

export function EndpointCards({ endpoint, metrics }: { endpoint: EndpointDetails; metrics: EndpointMetrics }) {
  return (
    <SimpleGrid columns={{ base: 2, xl: 4 }} gap={{ base: '3', md: '4' }}>
      <StatusCard endpoint={endpoint} />
      <AvailabilityCard metrics={metrics} />
      <DowntimeCard metrics={metrics} />
      <IncidentsCard endpointId={endpoint.id} />
    </SimpleGrid>
  );
}

function DowntimeCard({ metrics: { downMs, outages } }: { metrics: EndpointMetrics }) {
  const { t } = useTranslation();
  return (
    <StatCard
      isNarrow
      title={t('endpoint.cards.downtime')}
      value={downMs > 0 ? formatDuration(downMs, t) : t('endpoint.cards.noDowntime')}
      text={outages > 0 ? t('endpoint.cards.outages', { count: outages }) : t('endpoint.cards.noOutages')}
    />
  );
}

/** The endpoint's status, when it last changed, and the vote of each location. */
export function StatusCard({ endpoint }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const { status, since } = endpoint;
  const displayStatus = endpointDisplayStatus(endpoint);
  return (
    <StatCard
      isNarrow
      title={t('endpoint.cards.status')}
      value={
        <Flex as="span" align="center" gap="3">
          <StatusShape look={ENDPOINT_LOOKS[displayStatus]} size={20} />
          {t(`status.${displayStatus}`)}
        </Flex>
      }
      text={
        <>
          {status === 'pending' ? (
            t(deciderOf(endpoint.url) === 'pings' ? 'endpoint.cards.neverPinged' : 'endpoint.cards.neverChecked')
          ) : (
            <TextWithParts text={t('endpoint.cards.changed')} parts={{ ago: <TimeAgo atMs={since} /> }} />
          )}
          <Votes endpoint={endpoint} />
        </>
      }
    />
  );
}

/** Each location's flag with its vote. */
function Votes({ endpoint: { url, locations, votes } }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  if (isRunByServer(url)) return null;
  return (
    <Flex as="ul" listStyleType="none" gap="3" mt="1">
      {locations.map((code) => {
        const vote = votes[code];
        const up = vote?.withdrawn === undefined ? vote?.up : undefined;
        const look = up ? (vote?.slow ? 'slow' : 'up') : 'down';
        const location = t(`locations.${code}`);
        const text =
          up === undefined
            ? t(vote ? 'endpoint.cards.voteWithdrawn' : 'endpoint.cards.noVote', { location })
            : t('endpoint.cards.vote', { location, status: t(`status.${look}`) });
        return (
          <Flex as="li" key={code} align="center" gap="1" title={text}>
            <Flag code={code} />
            <StatusShape look={up === undefined ? 'pending' : look} size={10} />
            <Text as="span" srOnly>
              {text}
            </Text>
          </Flex>
        );
      })}
    </Flex>
  );
}

/** The endpoint's availability over the last 24 hours, with its rating and as a bar. */
function AvailabilityCard({ metrics }: { metrics: EndpointMetrics }) {
  const { t } = useTranslation();
  const { availabilityPercent, coverage, isFullDay, rating } = metrics;
  const look = RATING_LOOKS[rating];
  return (
    <StatCard
      isNarrow
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
    if (!isFullDay) return t('endpoint.cards.sinceAdded');
    if (coverage >= FULL_COVERAGE) return t('endpoint.cards.wholeDay');
    return t('endpoint.cards.coverage', { value: percent(coverage * 100) });
  }
}

/** The endpoint's incidents of the last 24 hours, from the listener that all incident lists share. */
export function IncidentsCard({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const { data, error } = useIncidents('24h', nowMs);
  const metrics = data && incidentMetrics(data.items, endpointId, nowMs);
  const active = metrics?.active ?? 0;
  const partial = metrics?.partial ?? 0;
  const counts = [
    active > 0 ? t('endpoint.cards.incidentsActive', { count: active }) : t('endpoint.cards.noActiveIncidents'),
    partial > 0 && t('endpoint.cards.incidentsPartial', { count: partial }),
  ]
    .filter(Boolean)
    .join(' · ');
  const missing = error ? t('endpoint.cards.incidentsFailed') : t('noValue');
  return (
    <StatCard
      isNarrow
      title={t('endpoint.cards.incidents')}
      value={metrics?.started ?? t('noValue')}
      text={metrics ? counts : missing}
    />
  );
}
