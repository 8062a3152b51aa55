import { chakra, Flex, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../components/form/check-field.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { weekdayText } from '../use-rule-text.ts';
import { ORDINALS, REPEAT_KINDS, WEEKDAYS } from './repeat.ts';
import type { WindowForm } from './use-window-form.ts';

/** How the window repeats, and when that ends. */
export function RepeatFields({ form }: { form: WindowForm }) {
  const { t } = useTranslation();
  const id = useId();
  const { draft, errors, changeRepeat } = form;
  const { kind, custom } = draft.repeat;
  const ruleError = errors?.rule && t(`maintenance.errors.${errors.rule}`);
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
          onChoose={(next) => changeRepeat({ kind: next })}
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
          value={custom}
          fontFamily="mono"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => changeRepeat({ custom: event.currentTarget.value })}
        />
      )}
      {kind !== 'custom' && <FieldError text={ruleError} />}
      {kind !== 'once' && kind !== 'custom' && <Ends form={form} />}
    </Flex>
  );
}

function FieldError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Text role="alert" color="danger" textStyle="sm">
      {text}
    </Text>
  );
}

function Weekdays({ form: { draft, errors, changeRepeat } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { weekdays } = draft.repeat;
  const changed = (day: (typeof WEEKDAYS)[number], isOn: boolean) =>
    WEEKDAYS.filter((each) => (each === day ? isOn : weekdays.includes(each)));
  return (
    <>
      <Flex role="group" aria-label={t('maintenance.form.weekdays')} wrap="wrap" columnGap="5">
        {WEEKDAYS.map((day, index) => (
          <CheckField
            key={day}
            checked={weekdays.includes(day)}
            onChange={(isOn) => changeRepeat({ weekdays: changed(day, isOn) })}
          >
            {weekdayName(index + 1, language)}
          </CheckField>
        ))}
      </Flex>
      <FieldError text={errors?.weekdays && t(`maintenance.errors.${errors.weekdays}`)} />
    </>
  );
}

const MONTH_DAYS = [...Array.from({ length: 31 }, (_, index) => String(index + 1)), '-1'];

function MonthDay({ form: { draft, changeRepeat } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const { monthDay } = draft.repeat;
  return (
    <Flex direction="column" gap="1" align="flex-start">
      <Choice
        label={t('maintenance.form.monthDay')}
        value={monthDay}
        options={MONTH_DAYS.map((value) => ({
          value,
          label: value === '-1' ? t('maintenance.form.lastDay') : t('maintenance.form.dayNumber', { day: value }),
        }))}
        onChoose={(next) => changeRepeat({ monthDay: next })}
      />
      {Number(monthDay) > 28 && (
        <Text textStyle="sm" color="text.muted">
          {t('maintenance.form.shortMonths')}
        </Text>
      )}
    </Flex>
  );
}

function MonthWeekday({ form: { draft, changeRepeat } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex gap="2" wrap="wrap">
      <Choice
        label={t('maintenance.form.ordinal')}
        value={draft.repeat.ordinal}
        options={ORDINALS.map((value) => ({ value, label: t(`maintenance.ordinals.${value}`) }))}
        onChoose={(ordinal) => changeRepeat({ ordinal })}
      />
      <Choice
        label={t('maintenance.form.weekday')}
        value={draft.repeat.weekday}
        options={WEEKDAYS.map((value) => ({ value, label: weekdayText(value, language) }))}
        onChoose={(weekday) => changeRepeat({ weekday })}
      />
    </Flex>
  );
}

const ENDS = ['never', 'on', 'after'] as const;

function Ends({ form: { draft, errors, changeRepeat } }: { form: WindowForm }) {
  const { t } = useTranslation();
  const id = useId();
  const { ends, until, count } = draft.repeat;
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
          onChoose={(next) => changeRepeat({ ends: next })}
        />
      </Flex>
      {ends === 'on' && (
        <TextField
          type="date"
          label={t('maintenance.form.until')}
          value={until}
          error={errors?.until && t(`maintenance.errors.${errors.until}`)}
          onChange={(event) => changeRepeat({ until: event.currentTarget.value })}
        />
      )}
      {ends === 'after' && (
        <TextField
          inputMode="numeric"
          autoComplete="off"
          label={t('maintenance.form.count')}
          value={count}
          error={errors?.count && t(`maintenance.errors.${errors.count}`)}
          onChange={(event) => changeRepeat({ count: event.currentTarget.value })}
        />
      )}
    </Flex>
  );
}
