import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type Message, messageSchema } from '@farwatch/core/documents/message';
import { limit, orderBy, where } from 'firebase/firestore';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { ClockTime } from '../../../components/text/time.tsx';
import { useOwnDocuments } from '../../../lib/live/firestore-listeners.ts';
import { DELIVERY_LOOKS, eventText, whyText } from '../alert-texts.ts';

const COUNT = 50;

/** The last deliveries of a channel, live. */
export function DeliveryLog({ channelId }: { channelId: string }) {
  const { t } = useTranslation();
  const { data, error } = useOwnDocuments(
    'messages',
    messageSchema,
    [where('channelId', '==', channelId), orderBy('createdAt', 'desc'), limit(COUNT)],
    `messages of ${channelId}`,
  );
  const title = t('channels.log.title', { count: COUNT });
  return (
    <Box as="section" aria-label={title}>
      <chakra.h3 fontWeight="medium" mb="1">
        {title}
      </chakra.h3>
      {error && !data && <FailureNotice title={t('channels.log.loadFailed')} failure={error} />}
      {data?.items.length === 0 && <Text color="text.muted">{t('channels.log.empty')}</Text>}
      <chakra.ul listStyleType="none" maxH="320px" overflowY="auto">
        {data?.items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </chakra.ul>
    </Box>
  );
}

function MessageRow({ message }: { message: Message }) {
  const { t } = useTranslation();
  const why = whyText(message, t);
  return (
    <chakra.li display="flex" gap="3" justifyContent="space-between" py="2" borderTopWidth="1px" textStyle="sm">
      <Box minW="0">
        <Flex columnGap="3" wrap="wrap">
          <StatusLabel
            look={DELIVERY_LOOKS[message.state]}
            text={t(`notifications.alerts.deliveries.${message.state}`)}
          />
          <Text overflowWrap="anywhere">{contentsText(message, t)}</Text>
        </Flex>
        {why !== null && (
          <Text color="text.muted" overflowWrap="anywhere">
            {[why, message.reason].filter(Boolean).join(': ')}
          </Text>
        )}
      </Box>
      <Box color="text.muted" textAlign="end" flexShrink="0">
        <ClockTime atMs={message.createdAt} />
      </Box>
    </chakra.li>
  );
}

/** The first of what the message reports, and how many more. */
function contentsText({ contents }: Message, t: TFunction): string {
  const [content, ...others] = contents;
  if (!content) return '';
  const first = eventText(content, t);
  return others.length === 0 ? first : t('channels.log.andMore', { first, number: others.length });
}
