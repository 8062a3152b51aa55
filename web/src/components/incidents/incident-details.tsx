import { Box, Flex, Heading } from '@chakra-ui/react';
import { displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { WithId } from '../../lib/live/read-document.ts';
import { endpointPath, monitorPath } from '../../lib/navigation/paths.ts';
import { LazyCertificate } from '../certificate/lazy-certificate.tsx';
import { Loading } from '../feedback/loading.tsx';
import { LocationNames } from '../flags/locations.tsx';
import { DetailItem, DetailList, DetailNote } from '../layout/detail-list.tsx';
import { TextLink } from '../navigation/links.tsx';
import { ExactTime, LengthOfTime } from '../text/time.tsx';
import { WholeUrl } from '../text/url-text.tsx';
import { HandlingState } from './handling-state.tsx';
import { IncidentAnswers } from './incident-answers.tsx';
import { IncidentPart, IncidentResult, IncidentState } from './incident-parts.tsx';
import { IncidentTimeline } from './incident-timeline.tsx';

type Props = { incident: WithId<Incident>; onClose: () => void };

/** All details of an incident. `onClose` is called for a link to the page below the dialog. */
export function IncidentDetails({ incident, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="6">
      <Box>
        <Heading as="h3" textStyle="xl" fontWeight="semibold">
          {t(`incidents.titles.${incident.type}`)}
        </Heading>
        <IncidentState incident={incident} />
        <HandlingState incident={incident} />
      </Box>
      <Subject incident={incident} onClose={onClose} />
      <IncidentPart level="h4" title={t('incidents.details.result')}>
        <IncidentResult incident={incident} />
      </IncidentPart>
      {incident.type === 'downtime' && (
        <IncidentPart level="h4" title={t('incidents.details.received')}>
          <IncidentAnswers incident={incident} />
        </IncidentPart>
      )}
      {incident.certificate && (
        <IncidentPart level="h4" title={t('incidents.details.certificate')}>
          <Suspense fallback={<Loading />}>
            <LazyCertificate certificate={incident.certificate} />
          </Suspense>
        </IncidentPart>
      )}
      <IncidentPart level="h4" title={t('incidents.details.timeline')}>
        <IncidentTimeline incident={incident} />
      </IncidentPart>
    </Flex>
  );
}

function Subject({ incident, onClose }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { endpoint, endpointId, monitor, monitorId, downLocations, maintenance } = incident;
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
      {maintenance && (
        <DetailItem name={t('inMaintenance.mark')}>
          <bdi>{maintenance.name}</bdi>
          <DetailNote>{t('inMaintenance.silent')}</DetailNote>
        </DetailItem>
      )}
    </DetailList>
  );
}
