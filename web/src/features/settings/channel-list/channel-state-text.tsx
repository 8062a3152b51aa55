import { Flex, Text } from '@chakra-ui/react';
import type { ChannelAnswer } from '@farwatch/core/contracts/api/channels';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook, StatusShape } from '../../../components/status/status.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { pastDate } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';

const LOOKS: Record<ChannelAnswer['state']['status'], StatusLook> = {
  off: 'none',
  unverified: 'pending',
  stopped: 'down',
  failing: 'partial',
  working: 'up',
};

/** The state of a channel: when it last sent, or why it does not, and what to do. */
export function ChannelStateText({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { quota } = channel.state;
  return (
    <>
      <Status channel={channel} />
      {quota && <Muted>{t('channels.states.quota', { used: quota.used, limit: quota.limit })}</Muted>}
    </>
  );
}

function Status({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { status, lastSentAt } = channel.state;
  const sentAt = lastSentAt === null ? null : Date.parse(lastSentAt);
  if (status === 'working') {
    return sentAt === null ? <Label look="up" text={t('channels.states.ready')} /> : <SentAgo atMs={sentAt} />;
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
            components={{ ago: <TimeAgo atMs={Date.parse(unsubscribedAt)} /> }}
          />
        </Text>
      )}
    </>
  );
}

function SentAgo({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap="2">
      <StatusShape look="up" />
      <Text fontWeight="medium">
        <Trans t={t} i18nKey="channels.states.sent" components={{ ago: <TimeAgo atMs={atMs} /> }} />
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
        components={{ ago: <TimeAgo atMs={Date.parse(failure.at)} /> }}
      />
    </Muted>
  );
}

/** What the service answered, in its own words, of which some are whole pages. */
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
