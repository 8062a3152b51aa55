import { Field, Flex, Grid, Input } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { ZoneField } from '../../../components/form/zone-field.tsx';
import type { WithId } from '../../../lib/live/read-document.ts';
import { LENGTH_UNITS, type LengthUnit } from './draft.ts';
import { MonitorsField } from './monitors-field.tsx';
import { Preview } from './preview.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import type { WindowForm } from './use-window-form.ts';

type Props = { form: WindowForm; monitors: readonly WithId<Monitor>[]; isNew: boolean };

const UNITS = Object.keys(LENGTH_UNITS).filter((unit): unit is LengthUnit => unit in LENGTH_UNITS);

/** The fields of a window, with a preview of its next occurrences. */
export function WindowFields({ form, monitors, isNew }: Props) {
  const { t } = useTranslation();
  const { draft, change, errors, failure } = form;
  return (
    <Flex ref={form.fields} direction="column" gap="5">
      {failure !== null && <FailureNotice title={t('maintenance.form.failed')} failure={failure} />}
      {!isNew && <Notice kind="info">{t('maintenance.form.editHint')}</Notice>}
      <TextField
        label={t('maintenance.form.name')}
        placeholder={t('maintenance.form.namePlaceholder')}
        autoComplete="off"
        value={draft.name}
        error={errors?.name && t(`maintenance.errors.${errors.name}`)}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <MonitorsField
        monitors={monitors}
        chosen={draft.monitors}
        error={errors?.monitors && t(`maintenance.errors.${errors.monitors}`)}
        onChange={(chosen) => change({ monitors: chosen })}
      />
      <TimeFields form={form} />
      <RepeatFields form={form} />
      <Preview draft={draft} />
    </Flex>
  );
}

/** Date, time, length and zone. */
function TimeFields({ form: { draft, change, errors } }: { form: WindowForm }) {
  const { t } = useTranslation();
  return (
    <>
      <Field.Root invalid={errors?.start !== undefined}>
        <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="4" w="full">
          <TextField
            type="date"
            label={t('maintenance.form.date')}
            value={draft.date}
            aria-invalid={errors?.start !== undefined}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
          <TextField
            type="time"
            label={t('maintenance.form.time')}
            value={draft.time}
            aria-invalid={errors?.start !== undefined}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        </Grid>
        <Field.ErrorText>{errors?.start && t(`maintenance.errors.${errors.start}`)}</Field.ErrorText>
      </Field.Root>
      <Field.Root invalid={errors?.length !== undefined}>
        <Field.Label>{t('maintenance.form.length')}</Field.Label>
        <Flex gap="2" w="full">
          <Input
            maxW="28"
            inputMode="numeric"
            autoComplete="off"
            value={draft.length}
            onChange={(event) => change({ length: event.currentTarget.value })}
          />
          <Choice
            label={t('maintenance.form.unit')}
            value={draft.unit}
            options={UNITS.map((value) => ({ value, label: t(`maintenance.units.${value}`) }))}
            onChoose={(unit) => change({ unit })}
          />
        </Flex>
        <Field.ErrorText>{errors?.length && t(`maintenance.errors.${errors.length}`)}</Field.ErrorText>
      </Field.Root>
      <ZoneField
        label={t('maintenance.form.zone')}
        value={draft.timeZone}
        onChoose={(timeZone) => change({ timeZone })}
      />
    </>
  );
}
