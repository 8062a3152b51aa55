import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { type MessageContent, messageSchema } from '@farwatch/core/documents/message';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { limit, orderBy } from 'firebase/firestore';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_LOOKS, eventText, whyText } from '../../../domain/incidents/alert-texts.ts';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { channelName } from '../../../lib/format/channel-name.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import { endpointPath, PATHS } from '../../../lib/navigation/paths.ts';
import { useHighlight } from '../../../ui/data-table/highlight.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { LiveListCard } from '../live-list-card.tsx';
import { type AlertLine, alertLines, type Delivery } from './alert-lines.ts';

const PAGE_SIZE = 50;

/** The last alerts, one line for each event with its channels, live. */
export function LastAlerts() {
  const { t } = useTranslation();
  const [count, setCount] = useState(PAGE_SIZE);
  const live = useOwnDocuments(
    'messages',
    messageSchema,
    [orderBy('createdAt', 'desc'), limit(count)],
    `messages ${count}`,
  );
  const read = live.data ? live.data.items.length + live.data.unreadable : 0;
  const empty = (
    <EmptyState
      title={t('notifications.alerts.empty')}
      hint={t('notifications.alerts.emptyHint')}
      action={
        <ButtonLink to={PATHS.incidents} variant="outline">
          {t('notifications.alerts.emptyAction')}
        </ButtonLink>
      }
    />
  );
  return (
    <LiveListCard
      id="lastAlerts"
      title={t('notifications.alerts.title')}
      text={t('notifications.alerts.text')}
      loadFailed={t('notifications.alerts.loadFailed')}
      live={live}
      items={live.data && alertLines(live.data.items)}
      empty={empty}
      renderItem={(line) => <LineRow key={line.key} line={line} />}
      more={
        read >= count && count < LIST_LIMITS.byPerson ? (
          <Button variant="outline" onClick={() => setCount(Math.min(count * 2, LIST_LIMITS.byPerson))}>
            {t('notifications.alerts.more')}
          </Button>
        ) : null
      }
    />
  );
}

/** Shows one event: its subject, its time, and its delivery by each channel. */
function LineRow({ line: { content, deliveries, atMs } }: { line: AlertLine }) {
  const { t } = useTranslation();
  const highlight = useHighlight(deliveries.map(({ state }) => state).join());
  const [first] = deliveries;
  return (
    <chakra.li style={highlight}>
      <Flex justify="space-between" columnGap="4" wrap="wrap">
        <Box minW="0" flex="1">
          {content ? (
            <Subject content={content} />
          ) : (
            <Text fontWeight="medium" overflowWrap="anywhere">
              {t('notifications.alerts.removed', { channel: first?.channelName ?? '' })}
            </Text>
          )}
        </Box>
        <Box color="text.muted" textStyle="sm" textAlign={{ sm: 'end' }}>
          <ClockTime atMs={atMs} />
        </Box>
      </Flex>
      {content && <Deliveries deliveries={deliveries} />}
    </chakra.li>
  );
}

function Subject({ content }: { content: MessageContent }) {
  const { t } = useTranslation();
  const { endpointId, severity, values } = content;
  const language = useLanguage();
  const text = eventText(content, t, language);
  return (
    <>
      {endpointId === null ? (
        <Text fontWeight="medium" overflowWrap="anywhere">
          {text}
        </Text>
      ) : (
        <TextLink to={endpointPath(endpointId)} fontWeight="medium" overflowWrap="anywhere">
          {text}
        </TextLink>
      )}
      <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
        {[t(`incidents.severity.${severity}`), values.monitor || values.names.join(', ')].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Shows how each channel delivered the event, and why it was not sent. */
function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation();
  return (
    <chakra.ul listStyleType="none" mt="1.5" display="flex" flexDirection="column" gap="1">
      {deliveries.map((delivery) => {
        const why = whyText(delivery, t);
        const state = t(`notifications.alerts.deliveries.${delivery.state}`);
        return (
          <chakra.li key={delivery.channelId} display="flex" flexWrap="wrap" columnGap="3" textStyle="sm">
            <StatusLabel look={DELIVERY_LOOKS[delivery.state]} text={state} />
            <chakra.bdi overflowWrap="anywhere">
              {channelName({ id: delivery.channelId, name: delivery.channelName }, t)}
            </chakra.bdi>
            {why !== null && (
              <Text color="text.muted" overflowWrap="anywhere" title={delivery.reason ?? undefined}>
                {why}
              </Text>
            )}
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
