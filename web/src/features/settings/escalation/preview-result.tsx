import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer, Preview } from '@farwatch/core/contracts/api/channels';
import { newMessageValues } from '@farwatch/core/documents/message';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelName } from '../../../lib/format/channel-name.ts';
import { shortDate, timeOfDay } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { eventText } from '../alert-texts.ts';
import { CHANNEL_TYPE_FORMS } from '../channel-list/types/table.ts';

/** Reminders can be many; the rest is shown on demand. */
const SHOWN_FIRST = 20;

type Props = { preview: Preview; startMs: number; monitor: string; channels: readonly ChannelAnswer[] };

/** Who is notified when, and why others are not. */
export function PreviewResult({ preview: { messages, silent, until }, startMs, monitor, channels }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? messages : messages.slice(0, SHOWN_FIRST);
  return (
    <Flex direction="column" gap="4" borderTopWidth="1px" pt="4">
      {messages.length === 0 && <Text fontWeight="medium">{t('escalation.preview.nobody')}</Text>}
      <chakra.ol aria-label={t('escalation.preview.messages')} listStyleType="none">
        {shown.map((message) => (
          <MessageLine
            key={`${message.channelId} ${message.at}`}
            message={message}
            startMs={startMs}
            monitor={monitor}
            channel={channels.find(({ id }) => id === message.channelId)}
          />
        ))}
      </chakra.ol>
      {shown.length < messages.length && (
        <Button alignSelf="flex-start" variant="outline" borderColor="edge" onClick={() => setWhole(true)}>
          {t('escalation.preview.all', { count: messages.length })}
        </Button>
      )}
      {silent.length > 0 && (
        <Box as="section" aria-label={t('escalation.preview.silent')}>
          <chakra.h3 fontWeight="medium" mb="1">
            {t('escalation.preview.silent')}
          </chakra.h3>
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
            {silent.map(({ channelId, name, reason }) => (
              <li key={channelId}>
                <chakra.bdi overflowWrap="anywhere">{channelName({ id: channelId, name }, t)}</chakra.bdi>
                <Text color="text.muted" textStyle="sm">
                  {t(`escalation.preview.reasons.${reason}`)}
                </Text>
              </li>
            ))}
          </chakra.ul>
        </Box>
      )}
      <Text color="text.muted" textStyle="sm">
        {t('escalation.preview.until', { at: shortDate(Date.parse(until), language) })}
      </Text>
    </Flex>
  );
}

type LineProps = {
  message: Preview['messages'][number];
  startMs: number;
  monitor: string;
  channel: ChannelAnswer | undefined;
};

/** A message: when, through which channel, what it says, and what it waited for. */
function MessageLine({ message: { channelId, name, type, at, kind }, startMs, monitor, channel }: LineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const atMs = Date.parse(at);
  const Icon = CHANNEL_TYPE_FORMS[type]?.icon ?? BellRing;
  const values = newMessageValues({ endpoint: monitor, occurredAt: atMs });
  const hasWaited = channel !== undefined && kind === 'outage' && waitedFor(channel, atMs - startMs);
  return (
    <chakra.li display="flex" gap="4" py="2" borderBottomWidth="1px">
      <chakra.time dateTime={at} w="88px" flexShrink="0" textStyle="sm">
        {isSameDay(atMs, startMs) ? timeOfDay(atMs, language) : shortDate(atMs, language)}
        <chakra.span display="block" color="text.muted">
          {atMs > startMs ? `+${formatDuration(atMs - startMs, t)}` : t('timing.atOnce')}
        </chakra.span>
      </chakra.time>
      <Flex color="text.muted" h="5" align="center" flexShrink="0" aria-hidden="true">
        <Icon size={18} />
      </Flex>
      <Box minW="0">
        <chakra.bdi fontWeight="medium" overflowWrap="anywhere">
          {channelName({ id: channelId, name }, t)}
        </chakra.bdi>
        <Text overflowWrap="anywhere">{eventText({ kind, values }, t)}</Text>
        {hasWaited && (
          <Text color="text.muted" textStyle="sm">
            {t(`escalation.preview.waited.${hasWaited}`)}
          </Text>
        )}
      </Box>
    </chakra.li>
  );
}

function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
}

/** What the first message of a channel waited for; null if for nothing. */
function waitedFor({ timing: { delayMin, quietHours } }: ChannelAnswer, afterMs: number) {
  if (afterMs === 0) return null;
  if (afterMs <= delayMin * MINUTE_MS) return 'delay';
  return quietHours ? 'quietHours' : 'maintenance';
}
