import { Box, chakra, Flex, IconButton, Switch, Text } from '@chakra-ui/react';
import { type ChannelAnswer, channelCalls } from '@farwatch/core/contracts/api/channels';
import { TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { SECOND_MS } from '@farwatch/core/values/time';
import { BellRing, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook, StatusShape } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { pastDate } from '../../../lib/format/dates.ts';
import { listText } from '../../../lib/format/text.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { channelRowId } from '../../../lib/navigation/settings-cards.ts';
import { useNow } from '../../../lib/time/now.ts';
import { TimeAgo } from '../../../ui/text/time.tsx';
import { useLinked } from '../layout.tsx';
import { OutcomeNotice } from '../saving.tsx';
import { timingParts } from '../timing/timing-parts.ts';
import { unusedTags } from './draft.ts';
import { CHANNEL_TYPE_FORMS } from './type-table.ts';

type Props = { channel: ChannelAnswer; onChanged: () => Promise<unknown>; onEdit: () => void; onRemove: () => void };

/** A channel: what it is, what it covers, its state, its switch, and what edits and deletes it. */
export function ChannelRow({ channel, onChanged, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const name = channelName(channel, t);
  const rowId = channelRowId(channel.id);
  useLinked(rowId);
  const Icon = CHANNEL_TYPE_FORMS[channel.type]?.icon ?? BellRing;
  const { isBusy, failure, save } = useSaving();
  const isTelegram = channel.id === TELEGRAM_CHANNEL_ID;
  const change = (enabled: boolean) =>
    save(async () => {
      const { id, severity, monitors, tags, events, language, settings } = channel;
      const body = { name: channel.name, enabled, settings, severity, monitors, tags, events, language };
      await callApi(channelCalls.change, { params: { id }, body });
      await onChanged();
    });
  return (
    <chakra.li id={rowId} scrollMarginTop="4">
      <Flex columnGap="4" rowGap="2" wrap={{ base: 'wrap', md: 'nowrap' }} align="flex-start">
        <Flex flex="1 1 260px" minW="0" gap="3">
          <Flex color="text.muted" h="5" align="center" flexShrink="0" aria-hidden="true">
            <Icon size={18} />
          </Flex>
          <Box minW="0">
            <chakra.bdi fontWeight="medium" overflowWrap="anywhere">
              {name}
            </chakra.bdi>
            <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
              <ChannelDetails channel={channel} />
            </Text>
            <CoversNothing channel={channel} />
            <UnusedTags channel={channel} />
            <TimingChips timing={channel.timing} />
          </Box>
        </Flex>
        <Box flex={{ base: '1 1 120px', md: '0 1 300px' }} minW="0" pt={{ base: '3', md: '0' }}>
          <ChannelStateText channel={channel} />
        </Box>
        <Flex align="center" gap="1" flexShrink="0" minW={{ md: '136px' }} justify="flex-end" my={{ md: '-2.5' }}>
          {isTelegram ? (
            <Text color="text.muted" textStyle="sm" py="2.5">
              {t('channels.telegramBelow')}
            </Text>
          ) : (
            <>
              <EnabledSwitch
                label={t('channels.enabled', { name })}
                checked={channel.enabled}
                disabled={isBusy}
                onChange={(enabled) => void change(enabled)}
              />
              {CHANNEL_TYPE_FORMS[channel.type] && (
                <IconButton
                  variant="ghost"
                  aria-label={t('channels.edit', { name })}
                  title={t('channels.edit', { name })}
                  onClick={onEdit}
                >
                  <Pencil aria-hidden="true" />
                </IconButton>
              )}
              {!channel.isBuiltIn && (
                <IconButton
                  variant="ghost"
                  aria-label={t('channels.delete', { name })}
                  title={t('channels.delete', { name })}
                  onClick={onRemove}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </>
          )}
        </Flex>
      </Flex>
      {failure !== null && (
        <Box mt="2">
          <OutcomeNotice saving={{ done: undefined, failure }} failed="channels.switchFailed" />
        </Box>
      )}
    </chakra.li>
  );
}

/** The type or address of a channel, and what it covers and gets where that is not the account's. */
export function ChannelDetails({
  channel: { type, settings, monitors, tags, severity, events, alsoSlow },
}: Pick<Props, 'channel'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const live = useLiveMonitors(monitors);
  const what = type === 'email' ? settings.address : t(`channels.types.${type}.name`);
  const named = live !== null && live > 0 && t('channels.someMonitors', { count: live });
  const tagged = tags && t('channels.tagged', { tags: tags.join(', ') });
  const covered = monitors === null && tags === null ? t('channels.allMonitors') : [named, tagged];
  const level = severity && t(`notifications.severities.${severity}`);
  const got =
    events &&
    t('channels.onlyEvents', {
      events: listText(
        events.map((each) => t(`channels.events.${each}`)),
        language,
      ),
    });
  return <>{[what, covered, level, got, alsoSlow && t('channels.alsoSlow')].flat().filter(Boolean).join(' · ')}</>;
}

/** A channel keeps the ids of deleted monitors, and does not cover others instead. */
function CoversNothing({ channel: { monitors, tags } }: Pick<Props, 'channel'>) {
  const { t } = useTranslation();
  const isNone = useLiveMonitors(monitors) === 0;
  if (!isNone || tags !== null) return null;
  return (
    <Text color="danger" textStyle="sm">
      {t('channels.coversNothing')}
    </Text>
  );
}

/** A channel keeps tags that no monitor has at present. */
function UnusedTags({ channel: { tags } }: Pick<Props, 'channel'>) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  if (!data || tags === null) return null;
  const unused = unusedTags(tags, data.items);
  if (unused.length === 0) return null;
  return (
    <Text color="danger" textStyle="sm">
      {t('channels.unusedTags', { count: unused.length, tags: unused.join(', ') })}
    </Text>
  );
}

/** How many of these monitors exist, null for all; all given ones until the monitors are loaded. */
function useLiveMonitors(monitors: ChannelAnswer['monitors']): number | null {
  const { data } = useMonitors();
  if (monitors === null || !data) return monitors?.length ?? null;
  return data.items.filter(({ id }) => monitors.includes(id)).length;
}

type EnabledSwitchProps = { label: string; checked: boolean; disabled: boolean; onChange: (isOn: boolean) => void };

/** A switch without a visible label, 44 px high. */
function EnabledSwitch({ label, checked, disabled, onChange }: EnabledSwitchProps) {
  return (
    <Switch.Root
      colorPalette="accent"
      minH="11"
      px="2"
      cursor="pointer"
      checked={checked}
      disabled={disabled}
      onCheckedChange={(change) => onChange(change.checked)}
    >
      <Switch.HiddenInput aria-label={label} />
      <Switch.Control bg="edge" _checked={{ bg: 'accent.solid' }} />
    </Switch.Root>
  );
}

const LOOKS: Record<ChannelAnswer['state']['status'], StatusLook> = {
  off: 'none',
  unverified: 'pending',
  stopped: 'down',
  failing: 'partial',
  working: 'up',
};

/** The state of a channel: when it last sent, or why it does not, and what to do. */
function ChannelStateText({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { quota } = channel.state;
  return (
    <>
      <Status channel={channel} />
      {quota && <Muted>{t('channels.states.quota', { used: quota.used, count: quota.limit })}</Muted>}
    </>
  );
}

function Status({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { status, lastSentAt } = channel.state;
  const sentAt = lastSentAt === null ? null : Date.parse(lastSentAt);
  if (status === 'working') {
    if (sentAt !== null) return <HappenedAgo what="sent" atMs={sentAt} />;
    const { verifiedAt, type } = channel;
    const isTested = verifiedAt !== null && getChannelType(type).verifiedBy === 'test';
    if (isTested) return <HappenedAgo what="tested" atMs={Date.parse(verifiedAt)} />;
    return <Label look="up" text={t('channels.states.ready')} />;
  }
  if (status === 'off') return <Off channel={channel} />;
  if (status === 'unverified') return <Unverified channel={channel} />;
  return (
    <>
      <Label look={LOOKS[status]} text={t(`channels.states.${status}`)} />
      <FailureText state={channel.state} />
      <Reason failure={channel.state.failure} />
    </>
  );
}

function Label({ look, text }: { look: StatusLook; text: string }) {
  return <StatusLabel look={look} text={text} />;
}

/** Mails have a link that switches their channel off. */
function Off({ channel: { unsubscribedAt } }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  return (
    <>
      <Label look="none" text={t('channels.states.off')} />
      {unsubscribedAt !== null && (
        <Text color="text.muted" textStyle="sm">
          <Trans
            t={t}
            i18nKey="channels.states.unsubscribed"
            components={{ ago: <TimeAgo inText atMs={Date.parse(unsubscribedAt)} /> }}
          />
        </Text>
      )}
    </>
  );
}

/** When a message was sent, or a test before there was one. */
function HappenedAgo({ what, atMs }: { what: 'sent' | 'tested'; atMs: number }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap="2">
      <StatusShape look="up" />
      <Text fontWeight="medium">
        <Trans t={t} i18nKey={`channels.states.${what}`} components={{ ago: <TimeAgo inText atMs={atMs} /> }} />
      </Text>
    </Flex>
  );
}

function Unverified({ channel: { type } }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const key = getChannelType(type).verifiedBy === 'link' ? 'unconfirmed' : 'unverified';
  return (
    <>
      <Label look="pending" text={t(`channels.states.${key}`)} />
      <Text color="text.muted" textStyle="sm">
        {t(`channels.states.${key}Hint`)}
      </Text>
    </>
  );
}

function FailureText({ state: { status, failure } }: Pick<ChannelAnswer, 'state'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(5 * SECOND_MS);
  if (failure === null) return null;
  const why = t(`channels.failures.${failure.code}`);
  if (status === 'stopped' && failure.until !== null) {
    const at = pastDate(Date.parse(failure.until), nowMs, language);
    return <Muted>{t('channels.states.stoppedUntil', { why, at })}</Muted>;
  }
  const key = status === 'stopped' ? 'stoppedHint' : 'failingHint';
  return (
    <Muted>
      <Trans
        t={t}
        i18nKey={`channels.states.${key}`}
        values={{ why }}
        components={{ ago: <TimeAgo inText atMs={Date.parse(failure.at)} /> }}
      />
    </Muted>
  );
}

/** Shows the service's response, which may be a whole page. */
function Reason({ failure }: Pick<ChannelAnswer['state'], 'failure'>) {
  if (!failure || failure.reason === '') return null;
  return (
    <Text color="text.muted" textStyle="sm" title={failure.reason} lineClamp="2" overflowWrap="anywhere">
      {failure.reason}
    </Text>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return (
    <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
      {children}
    </Text>
  );
}

const Chips = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '1', mt: '1', listStyleType: 'none' } });
const Chip = chakra('li', {
  base: { px: '1.5', borderWidth: '1px', borderRadius: 'l1', textStyle: 'xs', py: '1px', color: 'text.muted' },
});

/** When a channel is notified, where that is not at once and at any time. */
function TimingChips({ timing }: Pick<ChannelAnswer, 'timing'>) {
  const { t } = useTranslation();
  const parts = timingParts(timing, t, useLanguage());
  if (parts.length === 0) return null;
  return (
    <Chips aria-label={t('timing.title')}>
      {parts.map((part) => (
        <Chip key={part}>{part}</Chip>
      ))}
    </Chips>
  );
}
