import { Box, Flex, Text } from '@chakra-ui/react';
import type { Actionable } from '@farwatch/core/decisions/incidents/act-on-incident';
import { LIMITS } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import { BellOff, Check, MessageSquare } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { isSnoozed } from './handling-state.tsx';
import { SnoozePanel } from './snooze-panel.tsx';
import type { Acting } from './use-acting.ts';

type Props = {
  incident: Actionable;
  acting: Acting;
  /** Whether a note can be added without acknowledging. */
  canNote: boolean;
  /** Shown next to the buttons, if there is space. */
  end?: ReactNode;
};

type Panel = 'snooze' | 'note';

/** Acknowledge, snooze, note and their opposites. A resolved incident takes notes only. */
export function IncidentActions({ incident, acting, canNote, end }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Panel | null>(null);
  // Kept here, since the panel is hidden while an acknowledgement is being saved.
  const [note, setNote] = useState('');
  const panelId = useId();
  const snoozed = isSnoozed(incident, useNow(5 * SECOND_MS));
  const { busy, act } = acting;
  const isActive = incident.status === 'active';
  const isAcknowledged = incident.acknowledgement !== null;
  const canWrite = canNote || (isActive && !isAcknowledged);
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel);
  const disclosure = (panel: Panel) => ({
    'aria-expanded': open === panel,
    'aria-controls': panelId,
    onClick: () => toggle(panel),
  });
  return (
    <Flex direction="column" gap="3" w="full">
      {acting.failure !== null && <FailureNotice title={t('incidents.act.failed')} failure={acting.failure} />}
      <Flex id={panelId} direction="column" _empty={{ display: 'none' }}>
        {open === 'snooze' && isActive && (
          <SnoozePanel onSnooze={(minutes) => act({ do: 'snooze', minutes }).then((ok) => ok && setOpen(null))} />
        )}
        {open === 'note' && canWrite && (
          <NotePanel
            acting={acting}
            note={note}
            onNote={setNote}
            canNote={canNote}
            canAcknowledge={isActive && !isAcknowledged}
            onDone={() => {
              setOpen(null);
              setNote('');
            }}
          />
        )}
      </Flex>
      {isActive && !isAcknowledged && open === null && (
        <Text textStyle="sm" color="text.muted">
          {t('incidents.act.help')}
        </Text>
      )}
      <Flex gap="2" wrap="wrap" align="center">
        {isActive && (
          <>
            <BusyButton
              {...ACTION}
              {...(isAcknowledged ? { variant: 'outline', borderColor: 'edge' } : { colorPalette: 'accent' })}
              disabled={busy}
              onClick={() => act(isAcknowledged ? { do: 'unacknowledge' } : { do: 'acknowledge', note: '' })}
            >
              <Box as={Check} aria-hidden="true" hideBelow="sm" />
              {t(isAcknowledged ? 'incidents.act.unacknowledge' : 'incidents.act.acknowledge')}
            </BusyButton>
            <BusyButton
              {...ACTION}
              variant="outline"
              disabled={busy}
              {...(snoozed ? { onClick: () => act({ do: 'snooze', minutes: null }) } : disclosure('snooze'))}
            >
              <Box as={BellOff} aria-hidden="true" hideBelow="sm" />
              {t(snoozed ? 'incidents.act.endSnooze' : 'incidents.act.snooze')}
            </BusyButton>
          </>
        )}
        {canWrite && (
          <BusyButton {...ACTION} variant="outline" disabled={busy} {...disclosure('note')}>
            <Box as={MessageSquare} aria-hidden="true" hideBelow="sm" />
            {t('incidents.act.addNote')}
          </BusyButton>
        )}
        {end}
      </Flex>
    </Flex>
  );
}

/** On phones the buttons share the line and are a finger high. */
const ACTION = {
  minH: { base: '11', sm: '9' },
  flex: { base: '1 1 auto', sm: '0 0 auto' },
  px: { base: '2', sm: '4' },
} as const;

type NoteProps = {
  acting: Acting;
  note: string;
  onNote: (note: string) => void;
  canNote: boolean;
  canAcknowledge: boolean;
  onDone: () => void;
};

/** A note, on its own or with the acknowledgement. It stays if saving fails. */
function NotePanel({ acting: { busy, act }, note, onNote, canNote, canAcknowledge, onDone }: NoteProps) {
  const { t } = useTranslation();
  const isEmpty = note.trim() === '';
  const save = (kind: 'note' | 'acknowledge') => () =>
    act({ do: kind, note: note.trim() }).then((ok) => ok && onDone());
  return (
    <Flex direction="column" gap="2">
      <TextAreaField
        label={t('incidents.act.note')}
        optional=""
        error={undefined}
        autoFocus
        maxLength={LIMITS.noteLength}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      <Flex gap="2" wrap="wrap">
        {canAcknowledge && (
          <BusyButton {...ACTION} colorPalette="accent" disabled={busy || isEmpty} onClick={save('acknowledge')}>
            {t('incidents.act.withNote')}
          </BusyButton>
        )}
        {canNote && (
          <BusyButton {...ACTION} variant="outline" disabled={busy || isEmpty} onClick={save('note')}>
            {t('incidents.act.saveNote')}
          </BusyButton>
        )}
      </Flex>
    </Flex>
  );
}
