import { Field } from '@chakra-ui/react';
import { type RotationAnswer, rotationCalls } from '@farwatch/core/contracts/api/rotations';
import { HOUR_MS } from '@farwatch/core/values/time';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { useIsEditor, useUid } from '../../../lib/session/session.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { Person } from './people.ts';

type Props = {
  rotation: RotationAnswer;
  people: readonly Person[];
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};

/** Has a person take over for a time; a viewer only themselves. Times are those of this browser. */
export function TakeOverDialog({ rotation: { id, name }, people, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const field = useId();
  const own = useUid() ?? '';
  const isEditor = useIsEditor();
  const saving = useSaving();
  const [first] = useState(() => {
    const nowMs = currentMs();
    return { who: own, from: localInput(nowMs), until: localInput(nowMs + 8 * HOUR_MS) };
  });
  const [draft, setDraft] = useState(first);
  const [attempts, setAttempts] = useState(0);
  const fromMs = new Date(draft.from).getTime();
  const untilMs = new Date(draft.until).getTime();
  const isBad = !(untilMs > fromMs && untilMs > currentMs());
  const change = (changes: Partial<typeof draft>) => {
    saving.forget();
    setDraft({ ...draft, ...changes });
  };

  function save() {
    setAttempts(attempts + 1);
    if (isBad) return;
    const override = { uid: draft.who, startsAt: isoOf(fromMs), endsAt: isoOf(untilMs) };
    void saving.save(async () => {
      await callApi(rotationCalls.override, { params: { id }, body: { overrides: [override] } });
      await onSaved();
    });
  }

  return (
    <FormDialog
      title={t('duty.takeOverNamed', { name })}
      confirm={t('duty.takeOver')}
      saving={saving}
      failed={t('duty.takeOverFailed')}
      isDirty={draft !== first}
      attempts={attempts}
      onConfirm={save}
      onClose={onClose}
    >
      {isEditor && (
        <Field.Root>
          <Field.Label htmlFor={field}>{t('duty.who')}</Field.Label>
          <Choice
            id={field}
            value={draft.who}
            options={people.map((person) => ({ value: person.id, label: person.name }))}
            onChoose={(who) => change({ who })}
          />
        </Field.Root>
      )}
      <TextField
        type="datetime-local"
        label={t('duty.from')}
        value={draft.from}
        isInvalid={attempts > 0 && Number.isNaN(fromMs)}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextField
        type="datetime-local"
        label={t('duty.until')}
        value={draft.until}
        error={attempts > 0 && isBad ? t('duty.untilWrong') : undefined}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** A time as a field for date and time has it, in the browser's zone. */
function localInput(atMs: number): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { date, time } = localTime(atMs, timeZone);
  return `${date}T${time}`;
}
