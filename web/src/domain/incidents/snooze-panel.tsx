import { Button, Field, Flex, Input, Text } from '@chakra-ui/react';
import { SNOOZE_MIN } from '@farwatch/core/contracts/api/incident-actions';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { currentMs } from '../../lib/time/now.ts';

const CHOICES_MIN = [30, 60, 240, 1440] as const;

/** Asks how long to snooze: one of four periods, or until a time. */
export function SnoozePanel({ onSnooze }: { onSnooze: (minutes: number) => void }) {
  const { t } = useTranslation();
  const [until, setUntil] = useState('');
  const [isBad, setBad] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const minutes = Math.ceil((new Date(until).getTime() - currentMs()) / MINUTE_MS);
    const isGood = minutes >= SNOOZE_MIN.least && minutes <= SNOOZE_MIN.most;
    setBad(!isGood);
    if (isGood) onSnooze(minutes);
  }

  return (
    <Flex direction="column" gap="3">
      <Text textStyle="sm" color="text.muted">
        {t('incidents.act.snoozeHelp')}
      </Text>
      <Flex gap="2" wrap="wrap" role="group" aria-label={t('incidents.act.snooze')}>
        {CHOICES_MIN.map((minutes) => (
          <Button key={minutes} variant="outline" minW="16" minH={MIN_H} onClick={() => onSnooze(minutes)}>
            {formatDuration(minutes * MINUTE_MS, t)}
          </Button>
        ))}
      </Flex>
      <form onSubmit={submit} noValidate>
        <Field.Root invalid={isBad}>
          <Field.Label>{t('incidents.act.until')}</Field.Label>
          <Flex gap="2" w="full" wrap="wrap">
            <Input
              type="datetime-local"
              flex="1 1 180px"
              maxW={{ sm: '260px' }}
              minH={MIN_H}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
            <Button type="submit" variant="outline" minH={MIN_H}>
              {t('incidents.act.snoozeUntil')}
            </Button>
          </Flex>
          <Field.ErrorText>{t('incidents.act.badUntil')}</Field.ErrorText>
        </Field.Root>
      </form>
    </Flex>
  );
}

/** A finger's width on phones. */
const MIN_H = { base: '11', sm: '9' };
