import { Box, Flex } from '@chakra-ui/react';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { httpOptions } from '@farwatch/core/values/check-options';
import { isDomain } from '@farwatch/core/values/check-types/domain';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyCertificate } from '../../components/certificate/lazy-certificate.tsx';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useLocationText } from '../../components/flags/locations.tsx';
import { Section } from '../../components/layout/section.tsx';
import { useCheckErrorText } from '../../components/text/check-error.ts';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { EndpointCards } from './endpoint-cards.tsx';
import { currentFailure, type EndpointDetails } from './endpoint-details.ts';
import { endpointMetrics } from './endpoint-metrics.ts';
import { rangeIn } from './range/range-address.ts';
import { RangePicker } from './range/range-picker.tsx';
import { ResponseTimes } from './response-times.tsx';
import type { Day } from './use-day.ts';

const RangeView = lazyPart(withTexts('endpoint-range', () => import('./range/range-view.tsx')));
const HeartbeatPanel = lazyPart(withTexts('heartbeat', () => import('./heartbeat/heartbeat-panel.tsx')));
const DomainPanel = lazyPart(withTexts('domain', () => import('./domain/domain-panel.tsx')));
const CheckHistory = lazyPart(withTexts('endpoint-range', () => import('./checks/check-history.tsx')));

/** `maintenance`: of its monitor. */
type Props = { endpoint: EndpointDetails; maintenance: readonly Occurrence[]; day: Day; atMs: number };

/**
 * The last 24 hours of an endpoint, with metrics from its live document and checks from the API; or another range, with
 * all but its checks from the API.
 */
export function Overview({ endpoint, maintenance, day, atMs }: Props) {
  const { t } = useTranslation();
  const [query] = useQuery();
  const chosen = useMemo(() => rangeIn(query), [query]);
  if (isDomain(endpoint.url)) {
    return (
      <Flex direction="column" gap={{ base: '4', md: '6' }}>
        <FailingNotice endpoint={endpoint} />
        <Suspense fallback={<Loading />}>
          <DomainPanel endpoint={endpoint} />
        </Suspense>
      </Flex>
    );
  }
  // A heartbeat has pings and run times of its job instead of checks and response times.
  const isPinged = isHeartbeat(endpoint.url);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <FailingNotice endpoint={endpoint} />
      <WithdrawnVotesNotice endpoint={endpoint} />
      <RangePicker chosen={chosen} />
      {chosen.name === '24h' ? (
        <>
          <EndpointCards endpoint={endpoint} metrics={endpointMetrics(endpoint, maintenance, atMs)} />
          {!isPinged && <ResponseTimes history={day.history} />}
        </>
      ) : (
        <Suspense fallback={<Loading />}>
          <RangeView endpoint={endpoint} chosen={chosen} />
        </Suspense>
      )}
      {isPinged ? (
        <Suspense fallback={<Loading />}>
          <HeartbeatPanel endpointId={endpoint.id} />
        </Suspense>
      ) : (
        <Section title={t('endpoint.checks.title')}>
          <Suspense fallback={<Loading />}>
            <CheckHistory endpoint={endpoint} last24h={day.checks} />
          </Suspense>
        </Section>
      )}
      {endpoint.certificate && (
        <Section title={t('incidents.details.certificate')}>
          <Box px="4" pb="4">
            <Suspense fallback={<Loading />}>
              <LazyCertificate certificate={endpoint.certificate} />
            </Suspense>
          </Box>
        </Section>
      )}
    </Flex>
  );
}

/** The locations where an endpoint fails now, and why. */
function FailingNotice({ endpoint }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const locationText = useLocationText();
  const failure = currentFailure(endpoint);
  if (!failure) return null;
  const { displayStatus, locations: codes, reason } = failure;
  const kind = displayStatus === 'partial' ? 'warning' : 'error';
  if (codes.length === 0) return <Notice kind={kind}>{t(`endpoint.${displayStatus}Plain`)}</Notice>;
  if (reason && codes.every((code) => code === SERVER_LOCATION))
    return <Notice kind={kind}>{errorText(reason.error, reason.statusCode)}</Notice>;
  const locations = locationText(codes);
  const text = reason
    ? t(`endpoint.${displayStatus}Because`, { reason: errorText(reason.error, reason.statusCode), locations })
    : t(`endpoint.${displayStatus}From`, { locations });
  return <Notice kind={kind}>{text}</Notice>;
}

/** The locations whose votes are withdrawn, and why. */
function WithdrawnVotesNotice({ endpoint: { locations, votes, check } }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const sentences = locations.flatMap((code) => {
    const reason = votes[code]?.withdrawn;
    const location = t(`locations.${code}`);
    if (!reason) return [];
    if (reason === 'unsupported' && httpOptions(check) !== null)
      return [{ code, text: t('endpoint.optionsUnsupported', { location }) }];
    return [{ code, text: t('endpoint.voteWithdrawn', { location, reason: t(`endpoint.localFailures.${reason}`) }) }];
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
