import { Box, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { Row } from './row.tsx';

const LONGEST = 120;
const STEP = 5;
const PERIODS = Array.from({ length: LONGEST / STEP + 1 }, (_, index) => index * STEP);

type Props = { minutes: number; onChange: (minutes: number) => void };

/** How long further alerts about an endpoint are held back: 0 to 120 minutes in steps of 5. */
export function SilenceField({ minutes, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = (count: number) =>
    count === 0 ? t('notifications.noSilence') : t('notifications.silenceMinutes', { count });
  return (
    <Box>
      <Row label={t('notifications.silence')} htmlFor={id}>
        <Choice
          id={id}
          value={String(minutes)}
          options={PERIODS.map((each) => ({ value: String(each), label: nameOf(each) }))}
          onChoose={(value) => onChange(Number(value))}
        />
      </Row>
      <Text color="text.muted">{t('notifications.silenceHint')}</Text>
    </Box>
  );
}
