import { Box, chakra, Flex, Heading } from '@chakra-ui/react';
import { displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import type { Incident, IncidentUpdate } from '@farwatch/core/documents/incident';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { endpointPath, monitorPath } from '../../lib/navigation/paths.ts';
import { LocationNames } from '../flags/locations.tsx';
import { DetailItem, DetailList } from '../layout/detail-list.tsx';
import { TextLink } from '../navigation/links.tsx';
import { SEVERITY_LOOKS } from '../status/looks.ts';
import { StatusLabel, type StatusLook, StatusShape } from '../status/status.tsx';
import { useCheckErrorText } from '../text/check-error.ts';
import { ExactTime, LengthOfTime } from '../text/time.tsx';
import { WholeUrl } from '../text/url-text.tsx';

type Props = { incident: Incident; onClose: () => void };

/** All details of an incident. `onClose` is called for a link to the page below the dialog. */
export function IncidentDetails({ incident, onClose }: Props) {
  const { t } = useTranslation();
  const { type, status, severity } = incident;
  return (
    <Flex direction="column" gap="6">
      <Box>
        <Heading as="h3" textStyle="xl" fontWeight="semibold">
          {t(`incidents.titles.${type}`)}
        </Heading>
        <Flex mt="2" columnGap="5" rowGap="1" wrap="wrap" role="status">
          <StatusLabel look={status === 'resolved' ? 'up' : SEVERITY_LOOKS[severity]} text={t(`status.${status}`)} />
          <Flex as="span" align="center" gap="2">
            <chakra.span color="text.muted">{t('incidents.details.severity')}</chakra.span>
            <StatusLabel look={SEVERITY_LOOKS[severity]} text={t(`incidents.severity.${severity}`)} />
          </Flex>
        </Flex>
      </Box>
      <Subject incident={incident} onClose={onClose} />
      <Part title={t('incidents.details.result')}>
        <IncidentResult incident={incident} />
      </Part>
      <Part title={t('incidents.details.timeline')}>
        <IncidentTimeline updates={incident.updates} />
      </Part>
    </Flex>
  );
}

function Subject({ incident, onClose }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { endpoint, endpointId, monitor, monitorId, downLocations } = incident;
  const { fromMs, toMs } = displayedPeriod(incident);
  return (
    <DetailList>
      <DetailItem name={t('incidents.details.endpoint')}>
        <TextLink to={endpointPath(endpointId)}>
          <bdi>{endpoint.name}</bdi>
        </TextLink>
        <Box color="text.muted" textStyle="sm">
          <WholeUrl url={endpoint.url} />
        </Box>
      </DetailItem>
      <DetailItem name={t('incidents.details.monitor')}>
        <TextLink to={monitorPath(monitorId)} onClick={() => pathname === monitorPath(monitorId) && onClose()}>
          <bdi>{monitor.name}</bdi>
        </TextLink>
      </DetailItem>
      <DetailItem name={t('incidents.details.start')}>
        <ExactTime atMs={fromMs} />
      </DetailItem>
      <DetailItem name={t('incidents.details.end')}>
        {toMs === null ? t('incidents.details.stillActive') : <ExactTime atMs={toMs} />}
      </DetailItem>
      <DetailItem name={t('incidents.details.type')} short>
        {t(`incidents.type.${incident.type}`)}
      </DetailItem>
      <DetailItem name={t('incidents.details.duration')} short>
        <LengthOfTime fromMs={fromMs} toMs={toMs} />
      </DetailItem>
      <DetailItem name={t('incidents.details.locations')} short>
        <LocationNames codes={incident.locations} />
      </DetailItem>
      <DetailItem name={t('incidents.details.downLocations')} short>
        {downLocations.length > 0 ? <LocationNames codes={downLocations} /> : t('incidents.details.noLocation')}
      </DetailItem>
    </DetailList>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as="h4" textStyle="lg" fontWeight="semibold" mb="3">
        {title}
      </Heading>
      {children}
    </Box>
  );
}

/** The request, the expected and the actual status if the check type has one, and the error. */
function IncidentResult({ incident: { type, details } }: { incident: Incident }) {
  const { t } = useTranslation();
  const { url, expectedStatus, actualStatus, error, certificateEndsAt } = details;
  const errorText = useCheckErrorText();
  return (
    <DetailList>
      <DetailItem name={t('incidents.details.url')}>
        <WholeUrl url={url} />
      </DetailItem>
      {expectedStatus !== null && (
        <>
          <DetailItem name={t('incidents.details.expected')} short>
            {expectedStatus}
          </DetailItem>
          <DetailItem name={t('incidents.details.actual')} short>
            {actualStatus ?? t('incidents.details.warning')}
          </DetailItem>
        </>
      )}
      {error !== null && <DetailItem name={t('incidents.details.error')}>{errorText(error, actualStatus)}</DetailItem>}
      {type === 'certificate' && certificateEndsAt !== null && (
        <DetailItem name={t('incidents.details.certificateEnd')}>
          <ExactTime atMs={certificateEndsAt} />
        </DetailItem>
      )}
    </DetailList>
  );
}

function lookOf({ event, severity }: IncidentUpdate): StatusLook {
  if (event === 'recovered') return 'up';
  return event === 'unmonitored' ? 'none' : SEVERITY_LOOKS[severity];
}

const keyOf = ({ event, severity, locations, createdAt }: IncidentUpdate) =>
  [createdAt, event, severity, ...locations].join(' ');

/** The incident's events, newest first, so that new ones are visible. */
function IncidentTimeline({ updates }: { updates: readonly IncidentUpdate[] }) {
  const { t } = useTranslation();
  return (
    <chakra.ol listStyleType="none" aria-label={t('incidents.details.timeline')}>
      {updates.toReversed().map((update, index) => (
        <Entry key={keyOf(update)} update={update} isFirst={index === updates.length - 1} />
      ))}
    </chakra.ol>
  );
}

function Entry({ update, isFirst }: { update: IncidentUpdate; isFirst: boolean }) {
  const { t } = useTranslation();
  const { event, status, severity, locations, createdAt } = update;
  return (
    <chakra.li display="flex" gap="3">
      <Flex direction="column" align="center" flexShrink="0" pt="1">
        <StatusShape look={lookOf(update)} />
        {!isFirst && <Box flex="1" w="1px" bg="border" mt="1" />}
      </Flex>
      <Flex
        flex="1"
        minW="0"
        pb={isFirst ? '0' : '4'}
        direction={{ base: 'column', sm: 'row' }}
        justify="space-between"
        columnGap="4"
        rowGap="0.5"
      >
        <Box minW="0">
          <chakra.span fontWeight="medium">{t(`incidents.events.${event}`)}</chakra.span>
          {status === 'active' && (
            <>
              <chakra.span color="text.muted"> · {t(`incidents.severity.${severity}`)}</chakra.span>
              <Box mt="0.5">
                <LocationNames codes={locations} />
              </Box>
            </>
          )}
        </Box>
        <Box color="text.muted" textStyle="sm" flexShrink="0">
          <ExactTime atMs={createdAt} />
        </Box>
      </Flex>
    </chakra.li>
  );
}
