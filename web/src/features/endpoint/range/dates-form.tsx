import { Box, Button, chakra } from '@chakra-ui/react';
import { addDays } from '@farwatch/core/values/zone';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/form/text-field.tsx';
import { calendarDay } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { Dates } from './range-address.ts';
import { type DatesProblem, datesProblem, LONGEST_DAYS } from './range-time.ts';

type Props = {
  /** Those in the address. */
  dates: Dates;
  today: string;
  /** The day on which the endpoint was created. */
  createdOn: string;
  onShow: (dates: Dates) => void;
};

/** Two days to show all from the first to the last. What is wrong with them is next to the field. */
export function DatesForm({ dates, today, createdOn, onShow }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [entered, setEntered] = useState(dates);
  const [problem, setProblem] = useState<DatesProblem | null>(() => datesProblem(dates, today, createdOn));

  function show(event: FormEvent) {
    event.preventDefault();
    const found = datesProblem(entered, today, createdOn);
    setProblem(found);
    if (!found) onShow(entered);
  }

  const field = (name: keyof Dates) => (
    <Box flex={{ base: '1 1 136px', sm: '0 0 176px' }}>
      <TextField
        type="date"
        label={t(`endpointRange.dates.${name}`)}
        value={entered[name]}
        min={addDays(today, 1 - LONGEST_DAYS)}
        max={today}
        required
        {...(problem?.field === name && {
          error: t(`endpointRange.dates.${problem.problem}`, { date: calendarDay(createdOn, language) }),
        })}
        onChange={(event) => setEntered({ ...entered, [name]: event.target.value })}
      />
    </Box>
  );
  return (
    <chakra.form
      display="flex"
      aria-label={t('endpointRange.dates.label')}
      flexWrap="wrap"
      alignItems="flex-start"
      gap="3"
      noValidate
      onSubmit={show}
    >
      {field('from')}
      {field('to')}
      {/* In line with the fields, below their labels. */}
      <Button
        type="submit"
        variant="outline"
        borderColor="edge"
        flex={{ base: '1 1 100%', sm: '0 0 auto' }}
        mt={{ base: '0', sm: '26px' }}
        h={{ sm: '10' }}
      >
        {t('endpointRange.dates.show')}
      </Button>
    </chakra.form>
  );
}
