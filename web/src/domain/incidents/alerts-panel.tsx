import { Box, chakra, Text } from '@chakra-ui/react';
import { type IncidentAlerts, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { newMessageValues } from '@farwatch/core/documents/message';
import { useTranslation } from 'react-i18next';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { channelName } from '../../lib/format/channel-name.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ExactTime } from '../../ui/text/time.tsx';
import { StatusLabel } from '../status/status.tsx';
import { DELIVERY_LOOKS, eventText, whyText } from './alert-texts.ts';

/** What each channel got of an incident, or why it got nothing. */
export default function AlertsPanel({ incident }: { incident: WithId<Incident> }) {
  const { t } = useTranslation();
  const { data, error } = useApi(incidentCalls.alerts, { params: { id: incident.id } }, POLL_MS);
  if (!data) return error ? <FailureNotice title={t('incidentAlerts.loadFailed')} failure={error} /> : <Loading />;
  if (data.channels.length === 0) return <Text color="text.muted">{t('incidentAlerts.none')}</Text>;
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
      {data.channels.map((channel) => (
        <chakra.li key={channel.channelId} overflowWrap="anywhere">
          <chakra.bdi fontWeight="medium">{channelName({ id: channel.channelId, name: channel.name }, t)}</chakra.bdi>
          <ChannelAlerts channel={channel} incident={incident} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

type ChannelAlertsProps = { channel: IncidentAlerts['channels'][number]; incident: Incident };

function ChannelAlerts({ channel: { messages, silence, until }, incident }: ChannelAlertsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (silence !== null) {
    return (
      <Text color="text.muted" textStyle="sm">
        {t(`incidentAlerts.silence.${silence}`)}
        {until !== null && (
          <>
            {' '}
            {t('incidentAlerts.until')} <ExactTime atMs={Date.parse(until)} />
          </>
        )}
      </Text>
    );
  }
  const values = newMessageValues({
    endpoint: incident.endpoint.name,
    locations: incident.locations,
    occurredAt: incident.triggeredAt,
  });
  return messages.map(({ at, kind, state, code, reason }) => {
    const why = whyText({ state, code, reason }, t);
    return (
      <Box key={`${at} ${kind}`} textStyle="sm" display="flex" flexWrap="wrap" columnGap="3">
        <StatusLabel look={DELIVERY_LOOKS[state]} text={t(`notifications.alerts.deliveries.${state}`)} />
        <span>{eventText({ kind, values }, t, language)}</span>
        <ExactTime atMs={Date.parse(at)} />
        {why !== null && <chakra.span color="text.muted">{why}</chakra.span>}
      </Box>
    );
  });
}
