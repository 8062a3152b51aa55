import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { AppNotice } from '../../components/feedback/page-notices.tsx';
import { LanguageSwitch } from '../../components/form/language-switch.tsx';
import { ThemeSwitch } from '../../components/form/theme-switch.tsx';
import { HandlingState } from '../../components/incidents/handling-state.tsx';
import { ReceivedLine } from '../../components/incidents/incident-answers.tsx';
import { IncidentPart, IncidentResult, IncidentState } from '../../components/incidents/incident-parts.tsx';
import { IncidentTimeline } from '../../components/incidents/incident-timeline.tsx';
import { Wordmark } from '../../components/layout/mark.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { WholeUrl } from '../../components/text/url-text.tsx';
import { exactTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { incidentPath, PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { IncidentSubject } from './incident-subject.tsx';
import { LinkActions } from './link-actions.tsx';
import type { ShownIncident } from './shown-incident.ts';
import { type DeadLink, deadLinkOf, useSharedIncident } from './use-shared-incident.ts';

/**
 * The link of a message: one incident alone, signed in or not. Whoever has the address sees the incident, so it must not
 * leak to other sites.
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
    <ButtonLink to={to} variant="outline" borderColor="edge" minH="11" w={{ base: 'full', sm: 'auto' }}>
      {t('sharedIncident.open')}
    </ButtonLink>
  );
}

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
        {t('sharedIncident.validUntil', { date: exactTime(incident.expiresAt, language) })}
      </Text>
    </Flex>
  );
}
