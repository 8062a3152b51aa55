import { chakra, Flex } from '@chakra-ui/react';
import { endpointDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Pause } from '@farwatch/core/values/pause';
import { SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import { ExternalLink, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CheckButton } from '../../components/check-now/check-panel.tsx';
import { EndpointCheckPanel, useEndpointCheck } from '../../components/check-now/endpoint-check.tsx';
import { LocationNames } from '../../components/flags/locations.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { BackLink, BackToMonitors, ButtonLink, TextLink } from '../../components/navigation/links.tsx';
import { PageTabs } from '../../components/navigation/page-tabs.tsx';
import { PauseButton } from '../../components/pause/pause-button.tsx';
import { PausedBanner } from '../../components/pause/paused-banner.tsx';
import { ENDPOINT_LOOKS } from '../../components/status/looks.ts';
import { StatusTitle } from '../../components/status/status.tsx';
import { WholeUrl } from '../../components/text/url-text.tsx';
import { afterName } from '../../lib/format/text.ts';
import { editMonitorPath, monitorPath } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import type { EndpointDetails } from './endpoint-details.ts';
import { Overview } from './overview.tsx';
import { StatusChanges } from './status-changes.tsx';
import { useDay } from './use-day.ts';

const TICK_MS = 5 * SECOND_MS;
/** URLs of other check types are shown as text. */
const OPENS_IN_BROWSER = /^https?:/;

/** `monitor`: undefined until it has loaded. */
type Props = { endpoint: EndpointDetails; monitor: Pick<Monitor, 'name' | 'maintenance' | keyof Pause> | undefined };

/** One endpoint: its status, its last 24 hours and its status changes. */
export function EndpointView({ endpoint, monitor }: Props) {
  const { t } = useTranslation();
  const monitorName = monitor?.name;
  const displayStatus = endpointDisplayStatus(endpoint);
  const day = useDay(endpoint);
  const check = useEndpointCheck(endpoint.id, endpoint.votes, day.refreshWith);
  // A running outage is shown to the second, also by the incident lists.
  const now = useNow(endpoint.status === 'down' ? SECOND_MS : TICK_MS);
  // Never before the last change, which would otherwise show only at the next tick.
  const atMs = Math.max(now, (endpoint.transitions.at(-1)?.at ?? 0) + 1);
  return (
    <>
      {monitorName === undefined ? (
        <BackToMonitors />
      ) : (
        <BackLink to={monitorPath(endpoint.monitorId)} text={t('endpoint.back', { monitor: monitorName })} />
      )}
      <PageHeader
        title={
          <StatusTitle name={endpoint.name} look={ENDPOINT_LOOKS[displayStatus]} text={t(`status.${displayStatus}`)} />
        }
        subtitle={afterName(endpoint.name, endpoint.description)}
        actions={
          <>
            {!isRunByServer(endpoint.url) && (
              <CheckButton check={{ ...check.check, isDisabled: endpoint.status === 'paused' }} />
            )}
            {!endpoint.paused && (
              <PauseButton targets={{ kind: 'endpoints', monitorId: endpoint.monitorId, ids: [endpoint.id] }} />
            )}
            <ButtonLink to={editMonitorPath(endpoint.monitorId)} variant="outline" borderColor="edge">
              <Pencil aria-hidden="true" />
              {t('endpoint.edit')}
            </ButtonLink>
          </>
        }
      />
      <PausedBanner
        monitor={monitor ? { ...monitor, id: endpoint.monitorId } : null}
        endpoint={endpoint}
        nowMs={atMs}
      />
      <EndpointPlace endpoint={endpoint} monitorName={monitorName} />
      <EndpointCheckPanel check={check} votes={endpoint.votes} />
      <PageTabs
        label={t('endpoint.tabs')}
        tabs={[
          {
            id: 'overview',
            label: t('endpoint.overview'),
            content: <Overview endpoint={endpoint} maintenance={monitor?.maintenance ?? []} day={day} atMs={atMs} />,
          },
          { id: 'changes', label: t('endpoint.changes'), content: <StatusChanges endpoint={endpoint} /> },
        ]}
      />
    </>
  );
}

/** The endpoint's URL, its monitor, and the locations it is checked from. */
function EndpointPlace({ endpoint, monitorName }: { endpoint: EndpointDetails; monitorName: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Flex wrap="wrap" align="center" columnGap="5" rowGap="2" color="text.muted" mt={{ base: '-1', md: '-4' }}>
      {OPENS_IN_BROWSER.test(endpoint.url) ? <UrlLink url={endpoint.url} /> : <WholeUrl url={endpoint.url} />}
      {monitorName !== undefined && (
        <span>
          {t('endpoint.monitor')} <TextLink to={monitorPath(endpoint.monitorId)}>{monitorName}</TextLink>
        </span>
      )}
      {!isRunByServer(endpoint.url) && <LocationNames codes={endpoint.locations} />}
    </Flex>
  );
}

function UrlLink({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <chakra.a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      color="accent"
      borderRadius="l1"
      minW="0"
      overflowWrap="anywhere"
      focusVisibleRing="outside"
      _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
    >
      <WholeUrl url={url} />
      <chakra.span srOnly> ({t('endpoint.opensInTab')})</chakra.span>
      <chakra.span display="inline-block" verticalAlign="-2px" ms="1.5" aria-hidden="true">
        <ExternalLink size={14} />
      </chakra.span>
    </chakra.a>
  );
}
