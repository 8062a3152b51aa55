import { Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { MinutesField } from './minutes-field.tsx';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import type { TimingDraft, TimingErrors } from './timing-draft.ts';
import { delayText } from './timing-parts.ts';

type Props = { draft: TimingDraft; errors: TimingErrors | null; onChange: (draft: TimingDraft) => void };

/** The delays that can be chosen without entering one, in minutes. */
export const DELAYS_MIN = [0, 5, 10, 15, 30, 60];
const REMINDERS_MIN = [15, 30, 60];
const NEVER = 'never';

/** When a channel is notified: after a delay, outside its quiet hours, again while it lasts. */
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
        errors={errors}
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
