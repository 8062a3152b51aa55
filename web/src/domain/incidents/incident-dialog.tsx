import { Box, Button, Flex, Heading } from '@chakra-ui/react';
import { displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import { assigneeOf, type Incident } from '@farwatch/core/documents/incident';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { useIncident } from '../../lib/live/incidents.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { endpointPath, monitorPath } from '../../lib/navigation/paths.ts';
import { useIsEditor, useSession } from '../../lib/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailItem, DetailList, DetailNote } from '../../ui/layout/detail-list.tsx';
import { useDisclosure } from '../../ui/layout/disclosure.ts';
import { TextLink } from '../../ui/navigation/links.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { ExactTime, LengthOfTime } from '../../ui/text/time.tsx';
import { WholeUrl } from '../../ui/text/url-text.tsx';
import { LazyCertificate } from '../certificate/lazy-certificate.tsx';
import { LocationNames } from '../flags/locations.tsx';
import { FlappingNotice } from '../status/flapping.tsx';
import { actInApp } from './act-in-app.ts';
import { HandlingState } from './handling-state.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { IncidentAnswers } from './incident-answers.tsx';
import type { IncidentRow } from './incident-columns.tsx';
import { IncidentPart, IncidentResult, IncidentState } from './incident-parts.tsx';
import { IncidentTimeline } from './incident-timeline.tsx';
import { useActing } from './use-acting.ts';

const AlertsPanel = lazyPart(withTexts('settings', () => import('./alerts-panel.tsx')));
const AssigneeField = lazyPart(
  withTexts('incidents', async () => ({ default: (await import('./assignee-field.tsx')).AssigneeField })),
);
const CoveredBy = lazyPart(
  withTexts('dependencies', async () => ({ default: (await import('../dependencies/depends-on.tsx')).CoveredBy })),
);
const PostFromIncident = lazyPart(withTexts('pages', () => import('../status-page/post-from-incident.tsx')));

type Props = {
  /** The incident's id; null while the dialog is closed. */
  id: string | null;
  /** The incidents of the list, which has its own listener. */
  known: readonly IncidentRow[];
  /** As of `AppDialog`. */
  leavesBack?: boolean;
  onClose: () => void;
};

/** The 'Incident Details' dialog, live while it is open. */
export function IncidentDialog({ id, ...props }: Props) {
  const [last, setLast] = useState(id);
  // Stays while the dialog closes; each opening starts afresh.
  const [shown, setShown] = useState({ id, opening: 0 });
  if (id !== last) {
    setLast(id);
    if (id !== null) setShown({ id, opening: shown.opening + 1 });
  }
  if (shown.id === null) return null;
  return <LiveDialog key={shown.opening} id={shown.id} open={id !== null} {...props} />;
}

/** The incident from the list, or from its own listener when the list no longer contains it. */
function LiveDialog({ id, open, known, leavesBack = false, onClose }: Props & { id: string; open: boolean }) {
  const { t } = useTranslation();
  const listed = known.find((incident) => incident.id === id);
  const { data, error } = useIncident(listed || !open ? null : id);
  const [last, setLast] = useState<IncidentRow | null>(null);
  const current = listed ?? data;
  if (current && current !== last) setLast(current);
  const session = useSession();
  const isEditor = useIsEditor();
  const by = { name: session.state === 'verified' ? session.user.displayName : '', channelName: null };
  const { shown, ...acting } = useActing(current ?? last, by, (request) => actInApp([id], request));
  const slugs = useMonitors().data?.items.find((monitor) => monitor.id === shown?.monitorId)?.pages ?? [];
  const close = (
    <Button variant="outline" onClick={onClose} hideBelow={shown && isEditor ? 'sm' : undefined} ms="auto">
      {t('close')}
    </Button>
  );
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={t('incidents.details.title')}
      size="lg"
      leavesBack={leavesBack}
      footer={
        shown && isEditor ? (
          <IncidentActions
            incident={shown}
            acting={acting}
            canNote
            end={
              <>
                {slugs.length > 0 && (
                  <Suspense fallback={null}>
                    <PostFromIncident incident={shown} slugs={slugs} />
                  </Suspense>
                )}
                {close}
              </>
            }
          />
        ) : (
          close
        )
      }
    >
      {shown && (
        <>
          {error && !listed && <Notice kind="info">{t('live.interrupted')}</Notice>}
          <IncidentDetails incident={shown} onClose={onClose} />
        </>
      )}
      {!shown && error && <FailureNotice title={t('incidents.loadFailed')} failure={error} />}
      {!shown && !error && (data === null ? <EmptyState title={t('incidents.details.gone')} /> : <Loading />)}
    </AppDialog>
  );
}

type IncidentDetailsProps = { incident: WithId<Incident>; onClose: () => void };

/** All details of an incident. `onClose` is called for a link to the page below the dialog. */
function IncidentDetails({ incident, onClose }: IncidentDetailsProps) {
  const { t } = useTranslation();
  const isShared = useProfile().data?.hasMembers === true || assigneeOf(incident) !== null;
  const dependsOn = useMonitors().data?.items.find(({ id }) => id === incident.monitorId)?.dependsOn ?? [];
  return (
    <Flex direction="column" gap="6">
      <Box>
        <Heading as="h3" textStyle="xl" fontWeight="semibold">
          {t(`incidents.titles.${incident.type}`)}
        </Heading>
        <IncidentState incident={incident} />
        <HandlingState incident={incident} />
      </Box>
      {isShared && (
        <Suspense fallback={null}>
          <AssigneeField incident={incident} />
        </Suspense>
      )}
      {incident.flapping && <FlappingNotice flapping={incident.flapping} />}
      {dependsOn.length > 0 && incident.type === 'downtime' && (
        <Suspense fallback={null}>
          <CoveredBy incident={incident} dependsOn={dependsOn} />
        </Suspense>
      )}
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
      <IncidentPart level="h4" title={t('incidents.details.alerts')}>
        <Alerts incident={incident} />
      </IncidentPart>
      <IncidentPart level="h4" title={t('incidents.details.timeline')}>
        <IncidentTimeline incident={incident} />
      </IncidentPart>
    </Flex>
  );
}

/** What each channel sent, loaded once it is opened. */
function Alerts({ incident }: { incident: WithId<Incident> }) {
  const { t } = useTranslation();
  const { isOpen, button, panel } = useDisclosure();
  return (
    <>
      <Button size="sm" variant="outline" minH={{ base: '11', sm: '9' }} {...button}>
        {t(isOpen ? 'incidents.details.hideAlerts' : 'incidents.details.showAlerts')}
      </Button>
      <Box mt="4" {...panel}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <AlertsPanel incident={incident} />
          </Suspense>
        )}
      </Box>
    </>
  );
}

function Subject({ incident, onClose }: IncidentDetailsProps) {
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
