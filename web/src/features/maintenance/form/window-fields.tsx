import { Box, chakra, Field, Flex, Grid, Input, Text } from '@chakra-ui/react';
import type { Period } from '@farwatch/core/decisions/maintenance/occurrences';
import type { MaintenanceFields } from '@farwatch/core/documents/maintenance';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { zoneCity } from '@farwatch/core/texts/zones/zone-names';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { useId, useMemo } from 'react';
import { Controller, type FieldError, type UseFormReturn, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MonitorScope } from '../../../domain/monitor-fields/monitor-scope.tsx';
import { gmtOffset, periodText, weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { WithId } from '../../../lib/live/read-document.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { useNow } from '../../../lib/time/now.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ZoneField } from '../../../ui/form/zone-field.tsx';
import { nextPeriods } from '../periods.ts';
import { weekdayText } from '../use-rule-text.ts';
import { type Draft, draftSchema, ERROR_CODES, LENGTH_UNITS, type LengthUnit } from './draft.ts';
import { ORDINALS, REPEAT_KINDS, WEEKDAYS } from './repeat.ts';

/** The form's values before and after parsing. */
export type WindowForm = UseFormReturn<Draft, unknown, MaintenanceFields>;

type Props = { form: WindowForm; monitors: readonly WithId<Monitor>[]; isNew: boolean };

const UNITS = Object.keys(LENGTH_UNITS).filter((unit): unit is LengthUnit => unit in LENGTH_UNITS);

/** The fields of a window, with a preview of its next occurrences. */
export function WindowFields({ form, monitors, isNew }: Props) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <>
      {!isNew && <Notice kind="info">{t('maintenance.form.editHint')}</Notice>}
      <TextField
        label={t('maintenance.form.name')}
        placeholder={t('maintenance.form.namePlaceholder')}
        autoComplete="off"
        error={errorText(errors.name, t)}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="monitors"
        render={({ field, fieldState }) => (
          <MonitorsField
            monitors={monitors}
            chosen={field.value}
            error={errorText(fieldState.error, t)}
            onChange={field.onChange}
          />
        )}
      />
      <TimeFields form={form} />
      <RepeatFields form={form} />
      <SubscribersField form={form} monitors={monitors} />
      <Preview draft={form.watch()} />
    </>
  );
}

/** Whether subscribers of status pages are mailed; nothing if no chosen monitor is on a page. */
function SubscribersField({ form: { control, watch }, monitors }: Pick<Props, 'form' | 'monitors'>) {
  const { t } = useTranslation();
  const { value, onChange } = useController({ control, name: 'mailsSubscribers' }).field;
  const chosen = watch('monitors');
  const isOnPage = monitors.some(({ id, pages }) => pages.length > 0 && (chosen === null || chosen.includes(id)));
  if (!isOnPage && !value) return null;
  return (
    <Box>
      <CheckField checked={value} onChange={onChange}>
        {t('maintenance.form.mailsSubscribers')}
      </CheckField>
      <Text textStyle="sm" color="text.muted">
        {t('maintenance.form.mailsSubscribersHint')}
      </Text>
    </Box>
  );
}

function errorText(error: Pick<FieldError, 'message'> | undefined, t: TFunction): string | undefined {
  const code = ERROR_CODES.find((each) => each === error?.message);
  return code && t(`maintenance.errors.${code}`);
}

/** Date, time, length and zone. */
function TimeFields({ form: { control, register, formState } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const unit = useController({ control, name: 'unit' }).field;
  const zone = useController({ control, name: 'timeZone' }).field;
  const { date: startError, length: lengthError } = formState.errors;
  return (
    <>
      <Field.Root invalid={startError !== undefined}>
        <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="4" w="full">
          <TextField
            type="date"
            label={t('maintenance.form.date')}
            aria-invalid={startError !== undefined}
            {...register('date')}
          />
          <TextField
            type="time"
            label={t('maintenance.form.time')}
            aria-invalid={startError !== undefined}
            {...register('time')}
          />
        </Grid>
        <Field.ErrorText>{errorText(startError, t)}</Field.ErrorText>
      </Field.Root>
      <Field.Root invalid={lengthError !== undefined}>
        <Field.Label>{t('maintenance.form.length')}</Field.Label>
        <Flex gap="2" w="full">
          <Input maxW="28" inputMode="numeric" autoComplete="off" {...register('length')} />
          <Choice
            label={t('maintenance.form.unit')}
            value={unit.value}
            options={UNITS.map((value) => ({ value, label: t(`maintenance.units.${value}`) }))}
            onChoose={unit.onChange}
          />
        </Flex>
        <Field.ErrorText>{errorText(lengthError, t)}</Field.ErrorText>
      </Field.Root>
      <ZoneField label={t('maintenance.form.zone')} value={zone.value} onChoose={zone.onChange} />
    </>
  );
}

type MonitorsFieldProps = {
  monitors: readonly WithId<Monitor>[];
  /** Null for all monitors, including those that are created later. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (chosen: readonly string[] | null) => void;
};

/** All monitors, or some of them. */
function MonitorsField({ monitors, chosen, error, onChange }: MonitorsFieldProps) {
  const { t } = useTranslation();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1" textStyle="sm" fontWeight="medium">
        {t('maintenance.form.monitors')}
      </chakra.legend>
      <MonitorScope
        monitors={monitors}
        chosen={chosen}
        texts={{
          all: t('maintenance.form.all'),
          some: t('maintenance.form.some'),
          none: t('maintenance.form.noMonitors'),
        }}
        isInvalid={error !== undefined}
        onChange={onChange}
      />
      {error && (
        <Text role="alert" color="danger" textStyle="sm">
          {error}
        </Text>
      )}
    </chakra.fieldset>
  );
}

/** How the window repeats, and when that ends. */
function RepeatFields({ form }: { form: WindowForm }) {
  const { t } = useTranslation();
  const id = useId();
  const { field } = useController({ control: form.control, name: 'repeat.kind' });
  const kind = field.value;
  const ruleError = errorText(form.formState.errors.repeat?.custom, t);
  return (
    <Flex as="fieldset" direction="column" gap="3" minW="0">
      <Flex direction="column" gap="1.5" align="flex-start">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('maintenance.form.repeat')}
        </chakra.label>
        <Choice
          id={id}
          value={kind}
          options={REPEAT_KINDS.map((value) => ({ value, label: t(`maintenance.repeats.${value}`) }))}
          onChoose={field.onChange}
        />
      </Flex>
      {kind === 'weekly' && <Weekdays form={form} />}
      {kind === 'monthlyDay' && <MonthDay form={form} />}
      {kind === 'monthlyWeekday' && <MonthWeekday form={form} />}
      {kind === 'custom' && (
        <TextField
          label={t('maintenance.form.rule')}
          hint={t('maintenance.form.ruleHint')}
          error={ruleError}
          fontFamily="mono"
          spellCheck={false}
          autoComplete="off"
          {...form.register('repeat.custom')}
        />
      )}
      {kind !== 'custom' && <ErrorLine text={ruleError} />}
      {kind !== 'once' && kind !== 'custom' && <Ends form={form} />}
    </Flex>
  );
}

function ErrorLine({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Text role="alert" color="danger" textStyle="sm">
      {text}
    </Text>
  );
}

function Weekdays({ form }: { form: WindowForm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { field, fieldState } = useController({ control: form.control, name: 'repeat.weekdays' });
  const weekdays = field.value;
  const changed = (day: (typeof WEEKDAYS)[number], isOn: boolean) =>
    WEEKDAYS.filter((each) => (each === day ? isOn : weekdays.includes(each)));
  return (
    <>
      <Flex role="group" aria-label={t('maintenance.form.weekdays')} wrap="wrap" columnGap="5">
        {WEEKDAYS.map((day, index) => (
          <CheckField
            key={day}
            checked={weekdays.includes(day)}
            onChange={(isOn) => field.onChange(changed(day, isOn))}
          >
            {weekdayName(index + 1, language)}
          </CheckField>
        ))}
      </Flex>
      <ErrorLine text={errorText(fieldState.error, t)} />
    </>
  );
}

const MONTH_DAYS = [...Array.from({ length: 31 }, (_, index) => String(index + 1)), '-1'];

function MonthDay({ form }: { form: WindowForm }) {
  const { t } = useTranslation();
  const { field } = useController({ control: form.control, name: 'repeat.monthDay' });
  const monthDay = field.value;
  return (
    <Flex direction="column" gap="1" align="flex-start">
      <Choice
        label={t('maintenance.form.monthDay')}
        value={monthDay}
        options={MONTH_DAYS.map((value) => ({
          value,
          label: value === '-1' ? t('maintenance.form.lastDay') : t('maintenance.form.dayNumber', { number: value }),
        }))}
        onChoose={field.onChange}
      />
      {Number(monthDay) > 28 && (
        <Text textStyle="sm" color="text.muted">
          {t('maintenance.form.shortMonths')}
        </Text>
      )}
    </Flex>
  );
}

function MonthWeekday({ form: { control } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const ordinal = useController({ control, name: 'repeat.ordinal' }).field;
  const weekday = useController({ control, name: 'repeat.weekday' }).field;
  const language = useLanguage();
  return (
    <Flex gap="2" wrap="wrap">
      <Choice
        label={t('maintenance.form.ordinal')}
        value={ordinal.value}
        options={ORDINALS.map((value) => ({ value, label: t(`maintenance.ordinals.${value}`) }))}
        onChoose={ordinal.onChange}
      />
      <Choice
        label={t('maintenance.form.weekday')}
        value={weekday.value}
        options={WEEKDAYS.map((value) => ({ value, label: weekdayText(value, language) }))}
        onChoose={weekday.onChange}
      />
    </Flex>
  );
}

const ENDS = ['never', 'on', 'after'] as const;

function Ends({ form }: { form: WindowForm }) {
  const { t } = useTranslation();
  const id = useId();
  const { field } = useController({ control: form.control, name: 'repeat.ends' });
  const ends = field.value;
  const errors = form.formState.errors.repeat;
  return (
    <Flex direction="column" gap="3">
      <Flex direction="column" gap="1.5" align="flex-start">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('maintenance.form.ends')}
        </chakra.label>
        <Choice
          id={id}
          value={ends}
          options={ENDS.map((value) => ({ value, label: t(`maintenance.ends.${value}`) }))}
          onChoose={field.onChange}
        />
      </Flex>
      {ends === 'on' && (
        <TextField
          type="date"
          label={t('maintenance.form.until')}
          error={errorText(errors?.until, t)}
          {...form.register('repeat.until')}
        />
      )}
      {ends === 'after' && (
        <TextField
          inputMode="numeric"
          autoComplete="off"
          label={t('maintenance.form.count')}
          error={errorText(errors?.count, t)}
          {...form.register('repeat.count')}
        />
      )}
    </Flex>
  );
}

const SHOWN = 5;
/** Rules that have their own times of the day. */
const OWN_TIMES = /BYHOUR|BYMINUTE/;

/** The next occurrences of the draft, in the viewer's zone and in its own, once the draft has a time. */
function Preview({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const periods = useMemo(() => previewOf(draft, nowMs), [draft, nowMs]);
  return (
    <Box as="section" aria-label={t('maintenance.preview.title')} bg="surface.sunken" borderRadius="l2" px="4" py="3">
      <Text fontWeight="medium">{t('maintenance.preview.title')}</Text>
      {periods === null && <Text color="text.muted">{t('maintenance.preview.incomplete')}</Text>}
      {periods?.length === 0 && <Text color="text.muted">{t('maintenance.preview.over')}</Text>}
      <chakra.ol listStyleType="none" fontVariantNumeric="tabular-nums">
        {periods?.map((period) => (
          <PreviewLine key={period.startsAt} period={period} draft={draft} nowMs={nowMs} />
        ))}
      </chakra.ol>
    </Box>
  );
}

/** The next occurrences; null for a draft whose time or repetition is wrong. Name and monitors do not matter. */
function previewOf(draft: Draft, nowMs: number): Period[] | null {
  const fields = draftSchema.safeParse({ ...draft, name: '-', monitors: null }).data;
  return fields ? nextPeriods(fields, nowMs, SHOWN) : null;
}

function PreviewLine({ period: { startsAt, endsAt }, draft, nowMs }: { period: Period; draft: Draft; nowMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = draft;
  const isElsewhere = gmtOffset(startsAt, language) !== gmtOffset(startsAt, language, timeZone);
  const { time } = localTime(startsAt, timeZone);
  const isShifted = time !== draft.time && !(draft.repeat.kind === 'custom' && OWN_TIMES.test(draft.repeat.custom));
  return (
    <chakra.li py="1">
      {periodText(startsAt, endsAt, nowMs, language)}
      {isElsewhere && (
        <Text textStyle="sm" color="text.muted">
          {t('maintenance.preview.inZone', {
            zone: zoneCity(timeZone, language),
            period: periodText(startsAt, endsAt, nowMs, language, timeZone),
          })}
        </Text>
      )}
      {isShifted && (
        <Text textStyle="sm" fontWeight="medium">
          {t('maintenance.preview.shifted', { planned: draft.time, time })}
        </Text>
      )}
    </chakra.li>
  );
}
