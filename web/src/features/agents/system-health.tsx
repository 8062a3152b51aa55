import { Box, chakra, SimpleGrid, Text } from '@chakra-ui/react';
import { type SystemHealth as Health, healthCalls } from '@farwatch/core/contracts/api/health';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel, type StatusLook } from '../../domain/status/status.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { DetailNote } from '../../ui/layout/detail-list.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';

/** The sweep runs once a minute. */
const EVERY_MS = MINUTE_MS;

/** Whether the server's own work is done: the sweep, verdict changes, messages. Its height does not depend on data. */
export function SystemHealth() {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi(healthCalls.system, {}, EVERY_MS);
  return (
    <Section title={t('agents.system.title')}>
      <Box borderTopWidth="1px" px="4" py="3">
        {error !== undefined && !data ? (
          <FailureNotice title={t('agents.loadFailed')} failure={error} onRetry={() => void mutate()} />
        ) : (
          <SimpleGrid as="dl" columns={{ base: 1, sm: 3 }} gap="3">
            <Item name={t('agents.system.sweep')} health={data && <Sweep {...data.sweep} />} />
            <Item name={t('agents.system.pings')} health={data && <Pings {...data.pings} />} />
            <Item name={t('agents.system.changes')} health={data && <Changes {...data.changes} />} />
            <Item name={t('agents.system.channels')} health={data && <Channels channels={data.channels} />} />
            <Item name={t('agents.system.mail')} health={data && <SubscriberMail {...data.mail} />} />
            <Item name={t('agents.system.stuck')} health={data && <StuckWork stuck={data.stuck} />} />
          </SimpleGrid>
        )}
      </Box>
    </Section>
  );
}

function Item({ name, health }: { name: string; health: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box minW="0">
      <chakra.dt textStyle="sm" color="text.muted">
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{health ?? <Finding look="none" text={t('noValue')} note={null} />}</chakra.dd>
    </Box>
  );
}

/** A status with a line below it, empty or not, so that nothing moves when it appears. */
function Finding({ look, text, note }: { look: StatusLook; text: string; note: ReactNode }) {
  return (
    <>
      <StatusLabel look={look} text={text} />
      <Box minH="1lh" textStyle="sm">
        <DetailNote>{note}</DetailNote>
      </Box>
    </>
  );
}

function Sweep({ at, late }: Health['sweep']) {
  const { t } = useTranslation();
  const last = at !== null && (
    <TextWithParts text={t('agents.system.lastRun')} parts={{ at: <TimeAgo atMs={Date.parse(at)} /> }} />
  );
  if (!late) return <Finding look="up" text={t('agents.system.running')} note={last} />;
  const text = t(at === null ? 'agents.system.neverRan' : 'agents.system.stopped');
  return <Finding look="down" text={text} note={last || t('agents.system.neverRanHint')} />;
}

function Pings({ heardAt, unreachableSince }: Health['pings']) {
  const { t } = useTranslation();
  if (unreachableSince !== null) {
    const since = (
      <TextWithParts
        text={t('agents.system.pingsUnreachableHint')}
        parts={{ at: <TimeAgo atMs={Date.parse(unreachableSince)} /> }}
      />
    );
    return <Finding look="down" text={t('agents.system.pingsUnreachable')} note={since} />;
  }
  if (heardAt === null)
    return (
      <Finding look="none" text={t('agents.system.pingsUnwatched')} note={t('agents.system.pingsUnwatchedHint')} />
    );
  const last = (
    <TextWithParts text={t('agents.system.pingsLastHeard')} parts={{ at: <TimeAgo atMs={Date.parse(heardAt)} /> }} />
  );
  return <Finding look="up" text={t('agents.system.pingsReachable')} note={last} />;
}

function Changes({ waiting, since, parked, refused }: Health['changes']) {
  const { t } = useTranslation();
  const oldest = since !== null && (
    <TextWithParts text={t('agents.system.oldest')} parts={{ at: <TimeAgo atMs={Date.parse(since)} /> }} />
  );
  if (waiting === 0 && parked === 0 && refused === 0) {
    return <Finding look="up" text={t('agents.system.noneWaiting')} note={t('agents.system.allApplied')} />;
  }
  const parts = [
    waiting > 0 && t('agents.system.waiting', { count: waiting }),
    parked > 0 && t('agents.system.parked', { count: parked }),
    refused > 0 && t('agents.system.refused', { count: refused }),
  ].filter((part) => part !== false);
  return (
    <Finding
      look="partial"
      text={parts.join(', ')}
      note={oldest || t(parked > 0 ? 'agents.system.parkedHint' : 'agents.system.refusedHint')}
    />
  );
}

function StuckWork({ stuck }: Pick<Health, 'stuck'>) {
  const { t } = useTranslation();
  if (stuck === 0)
    return <Finding look="up" text={t('agents.system.noneStuck')} note={t('agents.system.noneStuckHint')} />;
  return (
    <Finding
      look="partial"
      text={t('agents.system.stuckCount', { count: stuck })}
      note={t('agents.system.stuckHint')}
    />
  );
}

function Channels({ channels: { failing, stopped } }: Pick<Health, 'channels'>) {
  const { t } = useTranslation();
  if (failing === 0 && stopped === 0) {
    return <Finding look="up" text={t('agents.system.noneFailing')} note={t('agents.system.noneFailingHint')} />;
  }
  const parts = [
    failing > 0 && t('agents.system.channelsFailing', { count: failing }),
    stopped > 0 && t('agents.system.channelsStopped', { count: stopped }),
  ].filter((part) => part !== false);
  return (
    <Finding look={stopped > 0 ? 'down' : 'partial'} text={parts.join(', ')} note={t('agents.system.failingHint')} />
  );
}

function SubscriberMail({ refusedAt }: Health['mail']) {
  const { t } = useTranslation();
  if (refusedAt === null)
    return <Finding look="up" text={t('agents.system.mailAccepted')} note={t('agents.system.mailAcceptedHint')} />;
  const since = (
    <Text as="span">
      <TimeAgo atMs={Date.parse(refusedAt)} />. {t('agents.system.mailRefusedHint')}
    </Text>
  );
  return <Finding look="partial" text={t('agents.system.mailRefused')} note={since} />;
}
