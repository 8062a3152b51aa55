import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type {
  Assignee,
  Incident,
  IncidentAction,
  IncidentType,
  IncidentUpdate,
} from '@farwatch/core/documents/incident';
import { expiryWarnings } from '@farwatch/core/values/expiry-warnings';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { BellOff, BellRing, Check, MessageSquare, Undo2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { personText } from '../../lib/format/person-text.ts';
import { useNow } from '../../lib/time/now.ts';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ExactTime, ListedTime } from '../../ui/text/time.tsx';
import { LocationNames } from '../flags/locations.tsx';
import { incidentLook, SEVERITY_LOOKS } from '../status/looks.ts';
import { type StatusLook, StatusShape } from '../status/status.tsx';
import { newestFirst } from './timeline-entries.ts';

type Timeline = Pick<Incident, 'type' | 'triggeredAt' | 'resolvedAt' | 'updates' | 'actions' | 'assignees'> & {
  details: Pick<Incident['details'], 'certificateEndsAt'>;
};

/** The later warnings of what expires, when they were due while it was open. */
type Warning = { daysLeft: number; createdAt: number };

function warningsOf({ type, details, triggeredAt, resolvedAt }: Timeline, nowMs: number): Warning[] {
  const endsAt = details.certificateEndsAt;
  if (type === 'downtime' || type === 'slow' || endsAt === null) return [];
  const due = expiryWarnings(type, endsAt).filter((atMs) => atMs > triggeredAt && atMs <= (resolvedAt ?? nowMs));
  return due.map((createdAt) => ({ daysLeft: Math.round((endsAt - createdAt) / DAY_MS), createdAt }));
}

/** Lists status changes and actions, newest first, so that new entries are visible. */
export function IncidentTimeline({ incident }: { incident: Timeline }) {
  const { t } = useTranslation();
  const warnings = warningsOf(incident, useNow(MINUTE_MS));
  const entries = newestFirst<Step>(incident.updates, warnings, incident.actions, incident.assignees ?? []);
  return (
    <chakra.ol listStyleType="none" aria-label={t('incidents.details.timeline')}>
      {entries.map((entry, index) => {
        const isFirst = index === entries.length - 1;
        if ('daysLeft' in entry) return <WarningEntry key={keyOf(entry)} warning={entry} isFirst={isFirst} />;
        if ('uid' in entry) return <AssigneeEntry key={keyOf(entry)} assignee={entry} isFirst={isFirst} />;
        return 'by' in entry ? (
          <ActionEntry key={keyOf(entry)} action={entry} isFirst={isFirst} />
        ) : (
          <UpdateEntry key={keyOf(entry)} update={entry} type={incident.type} isFirst={isFirst} />
        );
      })}
    </chakra.ol>
  );
}

type Step = IncidentUpdate | IncidentAction | Assignee | Warning;

const keyOf = (entry: Step) => JSON.stringify(entry);

function lookOf({ event, severity }: IncidentUpdate, type: IncidentType): StatusLook {
  if (event === 'recovered') return 'up';
  return event === 'unmonitored' ? 'none' : incidentLook({ type, status: 'active', severity });
}

type UpdateProps = { update: IncidentUpdate; type: IncidentType; isFirst: boolean };

function UpdateEntry({ update, type, isFirst }: UpdateProps) {
  const { t } = useTranslation();
  const { event, status, severity, locations, createdAt } = update;
  return (
    <Entry mark={<StatusShape look={lookOf(update, type)} />} atMs={createdAt} isFirst={isFirst}>
      <chakra.span fontWeight="medium">{t(`incidents.events.${event}`)}</chakra.span>
      {status === 'active' && (
        <>
          <chakra.span color="text.muted"> · {t(`incidents.severity.${severity}`)}</chakra.span>
          <Box mt="0.5">
            <LocationNames codes={locations} />
          </Box>
        </>
      )}
    </Entry>
  );
}

function WarningEntry({ warning: { daysLeft, createdAt }, isFirst }: { warning: Warning; isFirst: boolean }) {
  const { t } = useTranslation();
  return (
    <Entry mark={<StatusShape look={SEVERITY_LOOKS.informational} />} atMs={createdAt} isFirst={isFirst}>
      <chakra.span fontWeight="medium">{t('incidents.events.expiresIn', { count: daysLeft })}</chakra.span>
    </Entry>
  );
}

const ICONS = {
  acknowledged: Check,
  unacknowledged: Undo2,
  snoozed: BellOff,
  unsnoozed: BellRing,
  noted: MessageSquare,
};

function ActionEntry({ action, isFirst }: { action: IncidentAction; isFirst: boolean }) {
  const { t } = useTranslation();
  const { event, by, note, until, createdAt } = action;
  const mark = <Box as={ICONS[event]} boxSize="3" color="text.muted" aria-hidden="true" />;
  return (
    <Entry mark={mark} atMs={createdAt} isFirst={isFirst}>
      <chakra.span fontWeight="medium">
        <TextWithParts
          text={t(`incidents.events.${event}`)}
          parts={{ time: until !== null && <ExactTime atMs={until} /> }}
        />
      </chakra.span>
      <chakra.span color="text.muted"> · {personText(by, t)}</chakra.span>
      {note !== '' && (
        <Text mt="0.5" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {note}
        </Text>
      )}
    </Entry>
  );
}

function AssigneeEntry({ assignee: { uid, name, by, createdAt }, isFirst }: { assignee: Assignee; isFirst: boolean }) {
  const { t } = useTranslation();
  const mark = <Box as={UserRound} boxSize="3" color="text.muted" aria-hidden="true" />;
  return (
    <Entry mark={mark} atMs={createdAt} isFirst={isFirst}>
      <chakra.span fontWeight="medium" overflowWrap="anywhere">
        {uid === '' ? t('incidents.events.unassigned') : t('incidents.events.assigned', { name })}
      </chakra.span>
      <chakra.span color="text.muted"> · {personText(by, t)}</chakra.span>
    </Entry>
  );
}

type EntryProps = { mark: ReactNode; atMs: number; isFirst: boolean; children: ReactNode };

function Entry({ mark, atMs, isFirst, children }: EntryProps) {
  return (
    <chakra.li display="flex" gap="3">
      <Flex direction="column" align="center" flexShrink="0" pt="1" minW="3">
        {mark}
        {!isFirst && <Box flex="1" w="1px" bg="border" mt="1" />}
      </Flex>
      <Flex
        flex="1"
        minW="0"
        pb={isFirst ? '0' : '4'}
        direction={{ base: 'column', sm: 'row' }}
        justify="space-between"
        columnGap="4"
        rowGap="0.5"
      >
        <Box minW="0">{children}</Box>
        <Box color="text.muted" textStyle="sm" flexShrink="0">
          <ListedTime atMs={atMs} />
        </Box>
      </Flex>
    </chakra.li>
  );
}
