import { Button, chakra, Field, Flex, Input, Text } from '@chakra-ui/react';
import { LIMITS } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { currentMs } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { type PauseTargets, usePausing } from './use-pausing.ts';

const LENGTHS_MS = [HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS] as const;

/** The length of a pause: until resumed, a fixed length, or until a time. */
type Length = 'untilResumed' | 'untilTime' | (typeof LENGTHS_MS)[number];

type Props = { targets: PauseTargets; onClose: () => void; onPaused?: () => void };

/** Pauses monitors or endpoints, for a time to choose. */
export default function PauseDialog({ targets, onClose, onPaused }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [length, setLength] = useState<Length>('untilResumed');
  const [time, setTime] = useState('');
  const [isBad, setBad] = useState(false);
  const { isBusy, progress: done, failure, request } = usePausing(targets);
  const total = targets.ids.length;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const untilMs = endOf(length, time, currentMs());
    setBad(untilMs === undefined);
    if (untilMs === undefined || !(await request({ paused: true, untilMs }))) return;
    onPaused?.();
    onClose();
  }

  return (
    <AppDialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('pause.title')}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            form={formId}
            colorPalette="accent"
            loading={isBusy}
            loadingText={targets.kind === 'monitors' && total > 1 ? t('pause.progress', { done, total }) : undefined}
          >
            {t('pause.confirm')}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="4">
          <Text>
            {t(targets.kind === 'monitors' ? 'pause.ofMonitors' : 'pause.ofEndpoints', { count: total })}{' '}
            {t('pause.effects')}
          </Text>
          {failure !== null && <FailureNotice title={t('pause.failed')} failure={failure} />}
          <LengthField value={length} onChoose={setLength} />
          {length === 'untilTime' && (
            <Field.Root invalid={isBad} required>
              <Field.Label>{t('pause.time')}</Field.Label>
              <Input
                type="datetime-local"
                maxW={{ sm: '260px' }}
                minH={{ base: '11', sm: '9' }}
                value={time}
                onChange={(event) => setTime(event.currentTarget.value)}
              />
              <Field.ErrorText>{t('pause.badTime')}</Field.ErrorText>
            </Field.Root>
          )}
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

function LengthField({ value, onChoose }: { value: Length; onChoose: (length: Length) => void }) {
  const { t } = useTranslation();
  const name = useId();
  const options: [Length, string][] = [
    ['untilResumed', t('pause.untilResumed')],
    ...LENGTHS_MS.map((ms): [Length, string] => [ms, formatDuration(ms, t)]),
    ['untilTime', t('pause.untilTime')],
  ];
  return (
    <chakra.fieldset>
      <chakra.legend fontWeight="medium" mb="1">
        {t('pause.forHowLong')}
      </chakra.legend>
      {options.map(([length, label]) => (
        <RadioField key={length} name={name} checked={length === value} onChoose={() => onChoose(length)}>
          {label}
        </RadioField>
      ))}
    </chakra.fieldset>
  );
}

/** When the pause ends, epoch ms; null for by hand only, undefined for a time that it cannot end at. */
function endOf(length: Length, time: string, nowMs: number): number | null | undefined {
  if (length === 'untilResumed') return null;
  if (length !== 'untilTime') return nowMs + length;
  const untilMs = new Date(time).getTime();
  // A minute less, since the server's clock may be behind.
  return untilMs > nowMs && untilMs <= nowMs + LIMITS.pauseMs - MINUTE_MS ? untilMs : undefined;
}
