import { Field, Text } from '@chakra-ui/react';
import { type RotationAnswer, rotationCalls } from '@farwatch/core/contracts/api/rotations';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { periodText } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { type Person, usePersonName } from './people.ts';
import { type OwnShift, shiftsToSwap } from './turns.ts';

type Props = {
  rotation: RotationAnswer;
  people: readonly Person[];
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};

/** Swaps two shifts of different people: each takes the other's. Times are those of this browser. */
export function SwapDialog({ rotation, people, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const saving = useSaving();
  const [shifts] = useState(() => shiftsToSwap(rotation, people, currentMs()));
  const [chosen, setChosen] = useState<{ first: string; second: string } | null>(null);
  const firstOnes = shifts.filter(({ uid }) => shifts.some((other) => other.uid !== uid));
  const first = firstOnes.find((shift) => keyOf(shift) === chosen?.first) ?? firstOnes[0];
  const secondOnes = shifts.filter(({ uid }) => uid !== first?.uid);
  const second = secondOnes.find((shift) => keyOf(shift) === chosen?.second) ?? secondOnes[0];
  const choose = (name: 'first' | 'second') => (key: string) => {
    saving.forget();
    setChosen({ first: first ? keyOf(first) : '', second: second ? keyOf(second) : '', [name]: key });
  };

  function swap() {
    if (!first || !second) return;
    const overrides = [takenOver(first, second.uid), takenOver(second, first.uid)];
    void saving.save(async () => {
      await callApi(rotationCalls.override, { params: { id: rotation.id }, body: { overrides } });
      await onSaved();
    });
  }

  return (
    <FormDialog
      title={t('duty.swapNamed', { name: rotation.name })}
      confirm={t(second ? 'duty.swap' : 'close')}
      saving={saving}
      failed={t('duty.takeOverFailed')}
      isDirty={chosen !== null}
      onConfirm={second ? swap : onClose}
      onClose={onClose}
    >
      {second ? (
        <>
          <ShiftField
            label={t('duty.swapFirst')}
            shifts={firstOnes}
            chosen={first}
            people={people}
            onChoose={choose('first')}
          />
          <ShiftField
            label={t('duty.swapSecond')}
            shifts={secondOnes}
            chosen={second}
            people={people}
            onChoose={choose('second')}
          />
        </>
      ) : (
        <Text>{t('duty.swapNone')}</Text>
      )}
    </FormDialog>
  );
}

type ShiftProps = {
  label: string;
  shifts: readonly OwnShift[];
  chosen: OwnShift | undefined;
  people: readonly Person[];
  onChoose: (key: string) => void;
};

function ShiftField({ label, shifts, chosen, people, onChoose }: ShiftProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const nameOf = usePersonName(people);
  const [nowMs] = useState(currentMs);
  const textOf = ({ uid, startsAt, endsAt }: OwnShift) => {
    return t('duty.shiftOf', { name: nameOf(uid), period: periodText(startsAt, endsAt, nowMs, language) });
  };
  return (
    <Field.Root>
      <Field.Label htmlFor={id}>{label}</Field.Label>
      <Choice
        id={id}
        value={chosen ? keyOf(chosen) : ''}
        options={shifts.map((shift) => ({ value: keyOf(shift), label: textOf(shift) }))}
        onChoose={onChoose}
      />
    </Field.Root>
  );
}

const keyOf = ({ startsAt }: OwnShift) => String(startsAt);

function takenOver({ startsAt, endsAt }: OwnShift, uid: string) {
  return { uid, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}
