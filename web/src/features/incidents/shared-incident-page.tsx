import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { type SharedIncident, sharedIncidentCalls } from '@farwatch/core/contracts/api/shared-incidents';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import { LIMITS } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import useSWR from 'swr';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { HandlingState } from '../../domain/incidents/handling-state.tsx';
import { IncidentActions } from '../../domain/incidents/incident-actions.tsx';
import { ReceivedLine } from '../../domain/incidents/incident-answers.tsx';
import { IncidentPart, IncidentResult, IncidentState } from '../../domain/incidents/incident-parts.tsx';
import { IncidentTimeline } from '../../domain/incidents/incident-timeline.tsx';
import { useActing } from '../../domain/incidents/use-acting.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { makeCall } from '../../lib/api/make-call.ts';
import { retryDelayMs } from '../../lib/api/retry-delay.ts';
import { readStored, writeStored } from '../../lib/browser/storage.ts';
import { writtenTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { incidentPath, PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { hasStoredSession } from '../../lib/session/load-auth.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AppNotice } from '../../ui/feedback/page-notices.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ThemeSwitch } from '../../ui/form/theme-switch.tsx';
import { DetailItem, DetailList } from '../../ui/layout/detail-list.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { ExactTime, LengthOfTime } from '../../ui/text/time.tsx';
import { WholeUrl } from '../../ui/text/url-text.tsx';

/**
 * The page that a message links to: one incident alone, signed in or not. Anyone with the address sees the incident, so
 * the address must not leak to other sites.
 */
export default function SharedIncidentPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { data: incident, error, isValidating, mutate } = useSharedIncident(token);
  useTitle(incident?.endpoint.name ?? t('sharedIncident.title'));
  const deadLink = deadLinkOf(error);
  return (
    <Flex
      direction="column"
      align="center"
      minH="100dvh"
      px="4"
      py={{ base: '4', sm: '10' }}
      gap={{ base: '4', sm: '6' }}
    >
      <meta name="referrer" content="no-referrer" />
      <Flex as="header" w="full" maxW="640px" align="center" justify="space-between" gap="4" wrap="wrap">
        <Wordmark size={28} />
        <Flex align="center" gap="2">
          <LanguageSwitch />
          <ThemeSwitch />
        </Flex>
      </Flex>
      <Panel as="main" w="full" maxW="640px" p={{ base: '4', sm: '8' }}>
        <Box mb="6" _empty={{ display: 'none' }}>
          <AppNotice />
        </Box>
        {deadLink && <NoIncident reason={deadLink} />}
        {!deadLink && error && incident && <Notice kind="info">{t('live.interrupted')}</Notice>}
        {!deadLink && incident && (
          <LinkActions
            token={token}
            incident={incident}
            onActed={(acted) => void mutate(acted, { revalidate: false })}
            onDead={() => void mutate()}
          >
            {(shown) => <Content incident={shown} />}
          </LinkActions>
        )}
        {!deadLink && !incident && error && (
          <FailureNotice
            title={t('sharedIncident.failed')}
            failure={error}
            onRetry={() => void mutate()}
            isRetrying={isValidating}
          />
        )}
        {!incident && !error && <Loading />}
      </Panel>
    </Flex>
  );
}

/** Why a link shows nothing, for good. */
type DeadLink = 'expired' | 'invalid' | 'gone';

function NoIncident({ reason }: { reason: DeadLink }) {
  const { t } = useTranslation();
  const action = <OpenInApp to={PATHS.incidents} />;
  return (
    <EmptyState
      isPage
      title={t(`sharedIncident.${reason}.title`)}
      hint={t(`sharedIncident.${reason}.hint`)}
      action={action}
    />
  );
}

function OpenInApp({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <ButtonLink to={to} variant="outline" minH="11" w={{ base: 'full', sm: 'auto' }}>
      {t('sharedIncident.open')}
    </ButtonLink>
  );
}

/** A shared incident with all times as epoch ms, as components take them. */
type ShownIncident = ReturnType<typeof shownIncident>;

function Content({ incident }: { incident: ShownIncident }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex direction="column" gap="6">
      <Box>
        <Text color="text.muted">{t(`incidents.titles.${incident.type}`)}</Text>
        <Heading as="h1" textStyle="2xl" fontWeight="semibold" overflowWrap="anywhere">
          <bdi>{incident.endpoint.name}</bdi>
        </Heading>
        <Box color="text.muted" textStyle="sm">
          <WholeUrl url={incident.endpoint.url} />
        </Box>
        <IncidentState incident={incident} />
        <HandlingState incident={incident} />
      </Box>
      <Box>
        <OpenInApp to={incidentPath(incident.id)} />
      </Box>
      <IncidentSubject incident={incident} />
      <IncidentPart level="h2" title={t('incidents.details.result')}>
        <ReceivedLine incident={incident} />
        <IncidentResult incident={incident} />
      </IncidentPart>
      <IncidentPart level="h2" title={t('incidents.details.timeline')}>
        <IncidentTimeline incident={incident} />
      </IncidentPart>
      <Text textStyle="sm" color="text.muted">
        {t('sharedIncident.validUntil', { date: writtenTime(incident.expiresAt, language) })}
      </Text>
    </Flex>
  );
}

type LinkActionsProps = {
  token: string;
  incident: ShownIncident;
  onActed: (incident: ShownIncident) => void;
  /** The link has ended meanwhile. */
  onDead: () => void;
  /** The page for the incident as it is after the action. */
  children: (incident: ShownIncident) => ReactNode;
};

/** The page of a link with what can be done there, which sticks to its foot. A signed-in user has a name. */
function LinkActions({ token, incident, onActed, onDead, children }: LinkActionsProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(rememberedName);
  const [isSignedIn] = useState(hasStoredSession);
  const by = { name: name.trim(), channelName: '' };
  async function send(request: ActionRequest): Promise<void> {
    try {
      onActed(await actThroughLink(token, name, request));
    } catch (failure) {
      if (deadLinkOf(failure)) onDead();
      throw failure;
    }
  }
  const { shown, ...acting } = useActing(incident, by, send);
  const current = shown ?? incident;
  return (
    <>
      {children(current)}
      {current.status === 'active' && (
        <Box {...FOOT}>
          <Flex direction="column" gap="3">
            {!isSignedIn && (
              <TextField
                label={t('sharedIncident.name')}
                placeholder={t('sharedIncident.nameHint')}
                autoComplete="name"
                maxLength={LIMITS.personLength}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
            <IncidentActions incident={current} acting={acting} canNote={false} />
          </Flex>
        </Box>
      )}
    </>
  );
}

/** Placed within the panel's padding, above the content that scrolls below it. */
const FOOT = {
  position: 'sticky',
  bottom: '0',
  mx: { base: '-4', sm: '-8' },
  mt: '6',
  mb: { base: '-4', sm: '-8' },
  px: { base: '4', sm: '8' },
  py: { base: '3', sm: '4' },
  bg: 'surface.raised',
  borderTopWidth: '1px',
  borderBottomRadius: 'l3',
} as const;

const NAME_KEY = 'farwatch.visitorName';

/** The name that a visitor gave last in this browser; empty before. */
function rememberedName(): string {
  return readStored('local', NAME_KEY) ?? '';
}

/** Acts as the signed-in user, else under this name, and remembers the name. Returns the incident afterwards. */
async function actThroughLink(token: string, name: string, request: ActionRequest): Promise<ShownIncident> {
  writeStored('local', NAME_KEY, name.trim() || null);
  return shownIncident(await send(token, name, request));
}

function send(token: string, name: string, request: ActionRequest) {
  const params = { token };
  switch (request.do) {
    case 'acknowledge':
      return makeCall(sharedIncidentCalls.acknowledge, { params, body: { name, note: request.note } }, { getToken });
    case 'unacknowledge':
      return makeCall(sharedIncidentCalls.unacknowledge, { params, body: { name } }, { getToken });
    case 'snooze':
      return makeCall(sharedIncidentCalls.snooze, { params, body: { name, minutes: request.minutes } }, { getToken });
    case 'note':
      throw new Error('links take no notes of their own');
  }
}

/** Loads Firebase only for a stored sign-in. */
async function getToken(isFresh: boolean): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await import('../../lib/firebase/auth.ts');
  await auth.authStateReady();
  return auth.currentUser?.getIdToken(isFresh);
}

/** Shows the subject of the incident, since when and from where; without links, which only its owner could open. */
function IncidentSubject({ incident }: { incident: ShownIncident }) {
  const { t } = useTranslation();
  const { type, monitor, locations, downLocations, outage } = incident;
  const { fromMs, toMs } = displayedPeriod(incident);
  return (
    <DetailList>
      <DetailItem name={t('incidents.details.locations')} short>
        <LocationNames codes={locations} />
      </DetailItem>
      <DetailItem name={t('incidents.details.downLocations')} short>
        {downLocations.length > 0 ? <LocationNames codes={downLocations} /> : t('incidents.details.noLocation')}
      </DetailItem>
      <DetailItem name={t('incidents.details.start')}>
        <ExactTime atMs={fromMs} />
      </DetailItem>
      <DetailItem name={t('incidents.details.end')}>
        {toMs === null ? t('incidents.details.stillActive') : <ExactTime atMs={toMs} />}
      </DetailItem>
      <DetailItem name={t('incidents.details.duration')} short>
        <LengthOfTime fromMs={fromMs} toMs={toMs} />
      </DetailItem>
      {type === 'downtime' && (
        <DetailItem name={t('sharedIncident.outages')} short>
          {outage?.number ?? 0}
        </DetailItem>
      )}
      <DetailItem name={t('incidents.details.monitor')}>
        <bdi>{monitor.name}</bdi>
      </DetailItem>
    </DetailList>
  );
}

const POLL_MS = 30 * SECOND_MS;

const DEAD_LINKS: Readonly<Record<string, DeadLink>> = {
  link_expired: 'expired',
  link_invalid: 'invalid',
  not_found: 'gone',
};

/** Why the link shows nothing, for good; null for other failures, which are retried. */
function deadLinkOf(failure: unknown): DeadLink | null {
  return failure instanceof ApiFailure ? (DEAD_LINKS[failure.code] ?? null) : null;
}

/** The incident of a link, polled while it is active and the page visible. */
function useSharedIncident(token: string) {
  const read = async () => shownIncident(await makeCall(sharedIncidentCalls.get, { params: { token } }));
  return useSWR<ShownIncident>(['shared incident', token], read, {
    refreshInterval: (last) => (last?.status === 'resolved' ? 0 : POLL_MS),
    onErrorRetry: (failure, _key, _config, revalidate, options) => {
      const delayMs = deadLinkOf(failure) ? null : retryDelayMs(options.retryCount, POLL_MS);
      if (delayMs !== null) setTimeout(() => revalidate(options), delayMs);
    },
  });
}

function shownIncident({ outage, details, failures, updates, actions, acknowledgement, ...incident }: SharedIncident) {
  return {
    ...incident,
    triggeredAt: Date.parse(incident.triggeredAt),
    resolvedAt: msOf(incident.resolvedAt),
    outage: outage && { ...outage, startedAt: Date.parse(outage.startedAt), endedAt: msOf(outage.endedAt) },
    details: { ...details, certificateEndsAt: msOf(details.certificateEndsAt) },
    failures: Object.fromEntries(
      Object.entries(failures).map(([code, line]) => [code, { ...line, at: Date.parse(line.at) }]),
    ),
    updates: updates.map((update) => ({ ...update, createdAt: Date.parse(update.createdAt) })),
    actions: actions.map((action) => ({
      ...action,
      until: msOf(action.until),
      createdAt: Date.parse(action.createdAt),
    })),
    acknowledgement: acknowledgement && { ...acknowledgement, at: Date.parse(acknowledgement.at) },
    snoozedUntil: msOf(incident.snoozedUntil),
    expiresAt: Date.parse(incident.expiresAt),
  };
}

function msOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}
