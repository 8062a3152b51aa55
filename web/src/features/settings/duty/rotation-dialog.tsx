import { Button, chakra, Field, Flex, IconButton, Text } from '@chakra-ui/react';
import { type RotationAnswer, type RotationInput, rotationCalls } from '@farwatch/core/contracts/api/rotations';
import { ROTATION } from '@farwatch/core/documents/rotation';
import { ArrowUp, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUid } from '../../../lib/session/session.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ZoneField } from '../../../ui/form/zone-field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { type Person, usePersonName } from './people.ts';
import { startNow, startThatKeeps, whoseTurn } from './turns.ts';

const UNITS = ['hours', 'days', 'weeks'] as const;

/** What is entered: `every` as it is typed. */
type Draft = Omit<RotationInput, 'every'> & { every: string };

type Props = {
  /** Null for a new one. */
  rotation: RotationAnswer | null;
  people: readonly Person[];
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};

/** The form of a rotation. */
export function RotationDialog({ rotation, people, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const own = useUid() ?? '';
  const saving = useSaving();
  const [first] = useState<Draft>(() => (rotation ? draftOf(rotation) : newDraft(own)));
  const [draft, setDraft] = useState(first);
  const [attempts, setAttempts] = useState(0);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const parsed = rotationCalls.create.body.safeParse({ ...draft, every: Number(draft.every) });
  const wrong = new Set(attempts > 0 && !parsed.success ? parsed.error.issues.map(({ path: [name] }) => name) : []);
  const change = (changes: Partial<Draft>) => {
    saving.forget();
    setDraft({ ...draft, ...changes });
  };

  function save() {
    setAttempts(attempts + 1);
    if (!parsed.success) return;
    const body = parsed.data;
    void saving.save(async () => {
      if (rotation) await callApi(rotationCalls.change, { params: { id: rotation.id }, body });
      else await callApi(rotationCalls.create, { body }, undefined, idempotencyKey);
      await onSaved();
    });
  }

  return (
    <FormDialog
      title={rotation ? t('duty.editNamed', { name: rotation.name }) : t('duty.add')}
      confirm={t('duty.save')}
      saving={saving}
      failed={t('duty.saveFailed')}
      isDirty={draft !== first}
      attempts={attempts}
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label={t('duty.name')}
        value={draft.name}
        autoComplete="off"
        error={wrong.has('name') ? t('duty.nameMissing') : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PeopleField chosen={draft.people} people={people} onChange={(next) => change({ people: next })} />
      <Every draft={draft} isWrong={wrong.has('every')} onChange={change} />
      <TextField
        type="datetime-local"
        label={t('duty.start')}
        hint={t('duty.startHint')}
        value={draft.start}
        error={wrong.has('start') ? t('duty.startWrong') : undefined}
        onChange={(event) => change({ start: event.currentTarget.value })}
      />
      <ZoneField label={t('duty.zone')} value={draft.timeZone} onChoose={(timeZone) => change({ timeZone })} />
      <CheckField checked={draft.handOverMail} onChange={(handOverMail) => change({ handOverMail })}>
        {t('duty.handOverMail')}
      </CheckField>
      {parsed.success && (
        <OnDutyNow before={rotation} after={parsed.data} people={people} onStart={(start) => change({ start })} />
      )}
    </FormDialog>
  );
}

type NowProps = {
  before: RotationAnswer | null;
  after: RotationInput;
  people: readonly Person[];
  onStart: (start: string) => void;
};

/**
 * Who will be on duty now. Turns are counted from the start, so a change of people or their order may put another person
 * on duty at once: then it offers starts with which that is not so, or with which the first starts now.
 */
function OnDutyNow({ before, after, people, onStart }: NowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = usePersonName(people);
  const [nowMs] = useState(currentMs);
  const uid = whoseTurn(after, people, nowMs);
  const name = uid === null ? t('noValue') : nameOf(uid);
  const known = before && whoseTurn(before, people, nowMs);
  if (!before || known === uid) return <Text role="status">{t('duty.willBe', { name })}</Text>;
  const kept = startThatKeeps(before, after, people, nowMs);
  const [first = ''] = after.people;
  const start = startNow(after.timeZone, nowMs);
  return (
    <Notice kind="info">
      <Flex direction="column" gap="2" align="flex-start">
        {t('duty.changes', { name, who: known === null ? t('noValue') : nameOf(known) })}
        {kept && (
          <Button {...PROPOSED} onClick={() => onStart(kept.start)}>
            {t('duty.keep', { name: nameOf(kept.uid), date: shortDate(kept.untilMs, language) })}
          </Button>
        )}
        {start !== after.start && (
          <Button {...PROPOSED} onClick={() => onStart(start)}>
            {t('duty.startNow', { name: nameOf(first) })}
          </Button>
        )}
      </Flex>
    </Notice>
  );
}

/** Its text may need several lines. */
const PROPOSED = {
  size: 'sm',
  variant: 'outline',
  h: 'auto',
  minH: { base: '11', sm: '8' },
  py: '1.5',
  whiteSpace: 'normal',
  textAlign: 'start',
} as const;

type EveryProps = { draft: Draft; isWrong: boolean; onChange: (changes: Partial<Draft>) => void };

function Every({ draft: { every, unit }, isWrong, onChange }: EveryProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex gap="3" align="flex-start" wrap="wrap">
      <chakra.div w="40">
        <TextField
          label={t('duty.every')}
          inputMode="numeric"
          value={every}
          error={isWrong ? t('duty.everyWrong') : undefined}
          onChange={(event) => onChange({ every: event.currentTarget.value })}
        />
      </chakra.div>
      <Field.Root w="auto">
        <Field.Label htmlFor={id}>{t('duty.unit')}</Field.Label>
        <Choice
          id={id}
          value={unit}
          options={UNITS.map((value) => ({ value, label: t(`duty.units.${value}`) }))}
          onChoose={(next) => onChange({ unit: next })}
        />
      </Field.Root>
    </Flex>
  );
}

type PeopleProps = {
  chosen: readonly string[];
  people: readonly Person[];
  onChange: (chosen: string[]) => void;
};

/** The people in order; one may have several turns. */
function PeopleField({ chosen, people, onChange }: PeopleProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName(people);
  const gone = chosen.filter((uid) => !people.some(({ id }) => id === uid));
  const options = [...people.map(({ id }) => id), ...new Set(gone)].map((value) => ({ value, label: nameOf(value) }));
  const next = people.find(({ id }) => !chosen.includes(id)) ?? people[0];
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t('duty.people')}
      </chakra.legend>
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="2">
        {chosen.map((uid, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one person may be listed several times
          <chakra.li key={index} display="flex" gap="1" alignItems="center">
            <Choice
              label={t('duty.person', { number: index + 1 })}
              value={uid}
              options={options}
              onChoose={(other) => onChange(chosen.with(index, other))}
            />
            <IconButton
              variant="ghost"
              disabled={index === 0}
              aria-label={t('duty.moveUp', { number: index + 1 })}
              onClick={() => onChange(movedUp(chosen, index))}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              variant="ghost"
              disabled={chosen.length === 1}
              aria-label={t('duty.removePerson', { number: index + 1 })}
              onClick={() => onChange(chosen.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          </chakra.li>
        ))}
      </chakra.ol>
      <Button
        mt="2"
        size="sm"
        variant="outline"
        minH={{ base: '11', sm: '8' }}
        disabled={chosen.length >= ROTATION.people || !next}
        onClick={() => next && onChange([...chosen, next.id])}
      >
        <Plus aria-hidden="true" />
        {t('duty.addPerson')}
      </Button>
    </chakra.fieldset>
  );
}

function movedUp(chosen: readonly string[], index: number): string[] {
  const [moved] = chosen.slice(index);
  return moved === undefined ? [...chosen] : chosen.toSpliced(index, 1).toSpliced(index - 1, 0, moved);
}

function draftOf({ name, people, every, unit, start, timeZone, handOverMail }: RotationAnswer): Draft {
  return { name, people, every: String(every), unit, start, timeZone, handOverMail };
}

/** Weekly from the last midnight of this browser on. */
function newDraft(own: string): Draft {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const today = localTime(currentMs(), timeZone).date;
  return { name: '', people: [own], every: '1', unit: 'weeks', start: `${today}T00:00`, timeZone, handOverMail: false };
}
