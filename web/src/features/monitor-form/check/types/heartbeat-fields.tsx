import { chakra, Flex } from '@chakra-ui/react';
import { HEARTBEAT_SEC } from '@farwatch/core/values/check-types/heartbeat';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioField } from '../../../../components/form/radio-field.tsx';
import { ZoneField } from '../../../../components/form/zone-field.tsx';
import { viewerZone } from '../../../../lib/time/viewer-zone.ts';
import { durationText } from './duration-text.ts';
import type { TypeDraft } from './type-draft.ts';
import { TypeField } from './type-fields.tsx';

const SCHEDULES = ['period', 'cron'] as const;

type Props = { draft: TypeDraft; change: (change: TypeDraft) => void; error: (field: string) => string | undefined };

/** When a heartbeat is expected: by a period or by a cron expression in a time zone; and the grace time. */
export function HeartbeatFields({ draft, change, error }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const [schedule, setSchedule] = useState<(typeof SCHEDULES)[number]>(draft.cron ? 'cron' : 'period');

  function choose(next: typeof schedule) {
    setSchedule(next);
    if (next === 'cron') change({ periodSec: '', timeZone: viewerZone() });
    else change({ periodSec: durationText(HEARTBEAT_SEC.period), cron: '', timeZone: '' });
  }

  const field = (of: 'periodSec' | 'cron' | 'graceSec') => (
    <TypeField name={of} value={draft[of] ?? ''} error={error(of)} onChange={(value) => change({ [of]: value })} />
  );
  return (
    <>
      <chakra.fieldset>
        <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
          {t('check.options.schedule')}
        </chakra.legend>
        <Flex wrap="wrap" columnGap="6">
          {SCHEDULES.map((each) => (
            <RadioField key={each} name={name} checked={each === schedule} onChoose={() => choose(each)}>
              {t(`check.options.schedules.${each}`)}
            </RadioField>
          ))}
        </Flex>
      </chakra.fieldset>
      {schedule === 'period' ? (
        field('periodSec')
      ) : (
        <>
          {field('cron')}
          <ZoneField
            label={t('check.options.timeZone')}
            value={draft.timeZone || 'UTC'}
            onChoose={(timeZone) => change({ timeZone })}
          />
        </>
      )}
      {field('graceSec')}
    </>
  );
}
