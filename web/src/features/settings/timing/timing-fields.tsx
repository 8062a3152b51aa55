import { Box, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { QuietHours } from '@farwatch/core/values/channel-timing';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { CheckSet } from '../../../ui/form/check-set.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { MinutesField } from './minutes-field.tsx';
import { endsNextDay, type TimingDraft, timingDraftSchema } from './timing-draft.ts';
import { ALL_DAYS, delayText, timingParts } from './timing-parts.ts';

/** With the names of cities, which few open. */
const ZoneField = lazyPart(async () => ({ default: (await import('../../../ui/form/zone-field.tsx')).ZoneField }));

type Props = {
  draft: TimingDraft;
  errors: FieldErrors<TimingDraft> | undefined;
  onChange: (draft: TimingDraft) => void;
};

/** The delays that can be chosen without entering one, in minutes. */
export const DELAYS_MIN = [0, 5, 10, 15, 30, 60];
const REMINDERS_MIN = [15, 30, 60];
const NEVER = 'never';

/** The fields for when a channel is notified: after a delay, outside its quiet hours, again while an outage goes on. */
export function TimingFields({ draft, errors, onChange }: Props) {
  const { t } = useTranslation();
  const { delayMin, quietHours, reminderMin } = draft;
  return (
    <Flex direction="column" gap="5">
      <MinutesField
        label={t('timing.delay')}
        hint={t('timing.delayHint')}
        error={errors?.delayMin ? t('timing.delayBad') : undefined}
        value={delayMin}
        options={DELAYS_MIN.map((count) => ({ value: String(count), label: delayText(count, t) }))}
        otherStart="20"
        onChange={(value) => onChange({ ...draft, delayMin: value })}
      />
      <QuietHoursFields
        quiet={quietHours}
        errors={errors?.quietHours}
        onChange={(value) => onChange({ ...draft, quietHours: value })}
      />
      <MinutesField
        label={t('timing.reminder')}
        hint={t('timing.reminderHint')}
        error={errors?.reminderMin ? t('timing.reminderBad') : undefined}
        value={reminderMin ?? NEVER}
        options={[
          { value: NEVER, label: t('timing.never') },
          ...REMINDERS_MIN.map((count) => ({ value: String(count), label: t('timing.every', { count }) })),
        ]}
        otherStart="120"
        onChange={(value) => onChange({ ...draft, reminderMin: value === NEVER ? null : value })}
      />
    </Flex>
  );
}

type QuietHoursFieldsProps = {
  quiet: QuietHours | null;
  errors: FieldErrors<QuietHours> | undefined;
  onChange: (quiet: QuietHours | null) => void;
};

/** When a channel is silent: a switch, and then times, days, time zone, and what passes. */
function QuietHoursFields({ quiet, errors, onChange }: QuietHoursFieldsProps) {
  const { t } = useTranslation();
  const atNight = () => ({ from: '22:00', to: '07:00', days: ALL_DAYS, timeZone: viewerZone(), passesCritical: true });
  return (
    <Flex direction="column" gap="2">
      <SwitchField
        label={t('timing.quiet')}
        checked={quiet !== null}
        onChange={(isOn) => onChange(isOn ? atNight() : null)}
      />
      <Text color="text.muted" textStyle="sm">
        {t((quiet?.passesCritical ?? true) ? 'timing.quietHintCritical' : 'timing.quietHint')}
      </Text>
      {quiet && <Hours quiet={quiet} errors={errors} onChange={(changes) => onChange({ ...quiet, ...changes })} />}
    </Flex>
  );
}

type HoursProps = {
  quiet: QuietHours;
  errors: FieldErrors<QuietHours> | undefined;
  onChange: (changes: Partial<QuietHours>) => void;
};

/** The time that is missing, or the end of quiet hours that never end. */
function timeError(name: 'from' | 'to', quiet: QuietHours, t: TFunction): string | undefined {
  if (quiet[name] === '') return t('timing.timeBad');
  return name === 'to' && quiet.from === quiet.to ? t('timing.endless') : undefined;
}

function Hours({ quiet, errors, onChange }: HoursProps) {
  const { t } = useTranslation();
  const time = (name: 'from' | 'to') => ({
    type: 'time' as const,
    label: t(`timing.${name}`),
    value: quiet[name],
    error: errors?.from || errors?.to ? timeError(name, quiet, t) : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <Box borderWidth="1px" borderRadius="l2" p="4" display="flex" flexDirection="column" gap="3">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField {...time('from')} />
        <TextField {...time('to')} {...(endsNextDay(quiet) && { hint: t('timing.nextDay') })} />
      </SimpleGrid>
      <Days days={quiet.days} isBad={errors?.days !== undefined} onChange={(days) => onChange({ days })} />
      <Suspense>
        <ZoneField label={t('timing.zone')} value={quiet.timeZone} onChoose={(timeZone) => onChange({ timeZone })} />
      </Suspense>
      <CheckField checked={quiet.passesCritical} onChange={(passesCritical) => onChange({ passesCritical })}>
        {t('timing.passesCritical')}
      </CheckField>
    </Box>
  );
}

type DaysProps = { days: readonly number[]; isBad: boolean; onChange: (days: number[]) => void };

function Days({ days, isBad, onChange }: DaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium">{t('timing.days')}</chakra.legend>
      <Flex wrap="wrap" columnGap="4">
        <CheckSet
          options={ALL_DAYS.map((day) => ({ value: day, label: weekdayName(day, language) }))}
          chosen={days}
          isInvalid={isBad}
          onChange={onChange}
        />
      </Flex>
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('timing.daysBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

/** The part of a channel's form for when it is notified. While closed it summarizes its settings. */
export function TimingSection(props: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const timing = timingDraftSchema.safeParse(props.draft).data;
  const parts = timing ? timingParts(timing, t, language) : [];
  return (
    <chakra.details
      borderWidth="1px"
      borderRadius="l2"
      open={isOpen || props.errors !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
        <chakra.span fontWeight="medium">{t('timing.title')}</chakra.span>{' '}
        <chakra.span color="text.muted">{parts.join(' · ') || t('timing.default')}</chakra.span>
      </chakra.summary>
      <Box px="4" pb="4">
        <TimingFields {...props} />
      </Box>
    </chakra.details>
  );
}
