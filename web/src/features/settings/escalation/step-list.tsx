import { Box, chakra, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { BellRing } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/form/choice.tsx';
import { channelName } from '../../../lib/format/channel-name.ts';
import { ChannelDetails } from '../channel-list/channel-row.tsx';
import { CHANNEL_TYPE_FORMS } from '../channel-list/types/table.ts';
import { delayText } from '../timing/timing-parts.ts';
import { delaysToChoose, escalationSteps } from './steps.ts';

type Props = {
  channels: readonly ChannelAnswer[];
  isBusy: boolean;
  onMove: (channel: ChannelAnswer, delayMin: number) => void;
};

/** The steps of an outage in time, each with the channels that are then notified; a select moves a channel. */
export function StepList({ channels, isBusy, onMove }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const moved = useRef<string | null>(null);
  // A moved channel is rendered in another step, so its select loses the focus.
  useEffect(() => {
    if (isBusy || moved.current === null) return;
    document.getElementById(moved.current)?.focus();
    moved.current = null;
  }, [isBusy]);
  const delays = delaysToChoose(channels);
  return (
    <chakra.ol css={lineStyles} aria-label={t('escalation.title')}>
      {escalationSteps(channels).map(({ delayMin, channels: ofStep }) => (
        <li key={delayMin}>
          <Text fontWeight="medium">{delayText(delayMin, t)}</Text>
          {delayMin > 0 && (
            <Text color="text.muted" textStyle="sm">
              {t('escalation.ifStill')}
            </Text>
          )}
          <chakra.ul listStyleType="none" mt="1">
            {ofStep.map((channel) => (
              <ChannelOfStep
                key={channel.id}
                id={`${id}${channel.id}`}
                channel={channel}
                delays={delays}
                onMove={(delay) => {
                  moved.current = `${id}${channel.id}`;
                  onMove(channel, delay);
                }}
              />
            ))}
          </chakra.ul>
        </li>
      ))}
      <chakra.li data-end="">
        <Text color="text.muted">{t('escalation.end')}</Text>
      </chakra.li>
    </chakra.ol>
  );
}

/** A line from the first step to the end, with a dot for each step and a ring for the end. */
const lineStyles: SystemStyleObject = {
  listStyleType: 'none',
  '& > li': { position: 'relative', ps: '6', pb: '4' },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    insetStart: '0',
    top: '5px',
    boxSize: '11px',
    borderRadius: 'full',
    bg: 'accent.solid',
  },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    insetStart: '5px',
    top: '18px',
    bottom: '-3px',
    width: '1px',
    bg: 'edge',
  },
  '& > li[data-end]': { pb: '0' },
  '& > li[data-end]::before': { bg: 'transparent', borderWidth: '2px', borderColor: 'edge' },
};

type ChannelProps = {
  id: string;
  channel: ChannelAnswer;
  delays: readonly number[];
  onMove: (delayMin: number) => void;
};

function ChannelOfStep({ id, channel, delays, onMove }: ChannelProps) {
  const { t } = useTranslation();
  const name = channelName(channel, t);
  const Icon = CHANNEL_TYPE_FORMS[channel.type]?.icon ?? BellRing;
  const { status } = channel.state;
  const isSilent = status === 'off' || status === 'unverified';
  return (
    <chakra.li py="1">
      <Flex align="center" justify="space-between" columnGap="4" rowGap="1" wrap="wrap">
        <Flex gap="3" minW="0" flex="1 1 180px">
          <Flex color="text.muted" h="5" align="center" flexShrink="0" aria-hidden="true">
            <Icon size={18} />
          </Flex>
          <Box minW="0">
            <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
            <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
              <ChannelDetails channel={channel} />
              {isSilent && ` · ${t(`channels.states.${status}`)}`}
            </Text>
          </Box>
        </Flex>
        <Choice
          id={id}
          label={t('escalation.move', { name })}
          value={String(channel.timing.delayMin)}
          options={delays.map((count) => ({ value: String(count), label: delayText(count, t) }))}
          onChoose={(value) => onMove(Number(value))}
        />
      </Flex>
    </chakra.li>
  );
}
