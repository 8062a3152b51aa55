import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { DeliveryFailure } from '@farwatch/core/decisions/alerts/delivery';
import { type Alert, alertSchema } from '@farwatch/core/documents/alert';
import { CHANNEL_FAILURES } from '@farwatch/core/values/channels/channels';
import { SECOND_MS } from '@farwatch/core/values/time';
import { limit, orderBy } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useHighlight } from '../../components/data-table/highlight.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '../../components/navigation/links.tsx';
import { StatusLabel } from '../../components/status/status.tsx';
import { ClockTime } from '../../components/text/time.tsx';
import { channelTexts } from '../../lib/api/failure-text.ts';
import { pastDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useOwnDocuments } from '../../lib/live/firestore-listeners.ts';
import { endpointPath, PATHS } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import { type Delivery, type DeliveryDetail, deliveryOf, withoutRepeats } from './alert-delivery.ts';
import { LiveListCard } from './live-list-card.tsx';

/** The last alerts and their delivery, live. */
export function LastAlerts() {
  const { t } = useTranslation();
  const live = useOwnDocuments('alerts', alertSchema, [orderBy('createdAt', 'desc'), limit(20)]);
  const empty = (
    <EmptyState
      title={t('notifications.alerts.empty')}
      hint={t('notifications.alerts.emptyHint')}
      action={
        <ButtonLink to={PATHS.incidents} variant="outline" borderColor="edge">
          {t('notifications.alerts.emptyAction')}
        </ButtonLink>
      }
    />
  );
  return (
    <LiveListCard
      title={t('notifications.alerts.title')}
      text={t('notifications.alerts.text')}
      loadFailed={t('notifications.alerts.loadFailed')}
      live={live}
      items={live.data && withoutRepeats(live.data.items)}
      empty={empty}
      renderItem={(alert) => <AlertRow key={alert.id} alert={alert} />}
    />
  );
}

/** One alert: the state of its delivery with the reason, its subject and its time. */
function AlertRow({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(5 * SECOND_MS);
  const delivery = deliveryOf(alert, nowMs);
  const highlight = useHighlight(alert.state);
  const subject = subjectText(alert, t);
  const { monitor, names } = alert.values;
  const detail = delivery.detail && detailText(delivery.detail, t, (atMs) => pastDate(atMs, nowMs, language));
  return (
    <chakra.li display="flex" flexDirection={{ base: 'column', md: 'row' }} style={highlight}>
      <Box w={{ md: '132px' }} flexShrink="0">
        <StatusLabel look={delivery.look} text={t(`notifications.alerts.state.${alert.state}`)} />
      </Box>
      <Box flex="1" minW="0">
        <Flex justify="space-between" columnGap="4" wrap="wrap">
          {alert.endpointId === null ? (
            <Text fontWeight="medium" overflowWrap="anywhere">
              {subject}
            </Text>
          ) : (
            <TextLink to={endpointPath(alert.endpointId)} fontWeight="medium" overflowWrap="anywhere">
              {subject}
            </TextLink>
          )}
          <Box color="text.muted" textStyle="sm" textAlign={{ sm: 'end' }}>
            <ClockTime atMs={alert.createdAt} />
          </Box>
        </Flex>
        <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
          {[t(`incidents.severity.${alert.severity}`), monitor || names.join(', ')].filter(Boolean).join(' · ')}
        </Text>
        <Text textStyle="sm" overflowWrap="anywhere">
          {[...failureSentences(alert.state === 'dead', delivery, t), detail].filter(Boolean).join(' ')}
        </Text>
      </Box>
    </chakra.li>
  );
}

function subjectText({ kind, values }: Alert, t: TFunction): string {
  const { endpoint, agent, count: number, locations } = values;
  const places = locations.map((code) => t(`locations.${code}`)).join(', ');
  return t(`notifications.alerts.${kind}`, { endpoint, agent, number, places });
}

function detailText(detail: DeliveryDetail, t: TFunction, timeOf: (atMs: number) => string): string {
  const at = 'atMs' in detail ? timeOf(detail.atMs) : '';
  if (detail.key === 'retryAt') return t('notifications.alerts.retryAt', { count: detail.count, at });
  return t(`notifications.alerts.${detail.key}`, { at });
}

/** Why the last attempt failed, and the fix if the alert is dead because of a permanent failure. */
function failureSentences(isDead: boolean, { failure, detail }: Delivery, t: TFunction): string[] {
  if (failure === null) return [];
  const { reason, advice } = failureTexts(failure, t);
  const sentence = t('notifications.alerts.why', { why: reason });
  return isDead && detail === null ? [sentence, advice] : [sentence];
}

/** The failure's texts in the user's language if translated, otherwise the channel's own. */
function failureTexts(failure: DeliveryFailure, t: TFunction): { reason: string; advice: string } {
  if (failure === 'off') return { reason: t('notifications.alerts.off'), advice: t('notifications.alerts.offAdvice') };
  const { text: reason, advice } = CHANNEL_FAILURES[failure];
  return channelTexts(failure) ?? { reason, advice };
}
