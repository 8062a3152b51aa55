import { Box, Button, chakra } from '@chakra-ui/react';
import { LONGEST_SPAN_DAYS } from '@farwatch/core/decisions/incidents/incident-span';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/time/now.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { dayOf, daysProblem } from './date-range.ts';
import type { IncidentView } from './incident-view.ts';

type Days = Pick<IncidentView, 'from' | 'to'>;
type Props = { view: IncidentView; onShow: (days: Days) => void };

const START_DAYS = 30;

/** Two days to list all from the first to the last, by default the last thirty. What is wrong is next to the field. */
export default function CustomRange({ view, onShow }: Props) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const today = dayOf(nowMs);
  const [days, setDays] = useState<Days>(
    view.range === 'custom' ? view : { from: dayOf(nowMs - (START_DAYS - 1) * DAY_MS), to: today },
  );
  const [isSubmitted, setSubmitted] = useState(view.range === 'custom');
  const problem = isSubmitted ? daysProblem(days.from, days.to, nowMs) : null;

  function show(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (daysProblem(days.from, days.to, nowMs) === null) onShow({ from: days.from, to: days.to });
  }

  const field = (name: keyof Days) => (
    <Box flex={{ base: '1 1 136px', sm: '0 0 176px' }}>
      <TextField
        type="date"
        label={t(`incidentList.days.${name}`)}
        value={days[name]}
        min={dayOf(nowMs - LONGEST_SPAN_DAYS * DAY_MS)}
        max={today}
        required
        {...(problem?.field === name && { error: t(`incidentList.days.${problem.problem}`) })}
        onChange={(event) => setDays({ ...days, [name]: event.target.value })}
      />
    </Box>
  );
  return (
    <chakra.form
      aria-label={t('incidentList.days.label')}
      display="flex"
      flexWrap="wrap"
      alignItems="flex-start"
      gap="3"
      px="4"
      pb="3"
      noValidate
      onSubmit={show}
    >
      {field('from')}
      {field('to')}
      {/* In line with the fields, below their labels. */}
      <Button type="submit" variant="outline" borderColor="edge" mt={{ base: '0', sm: '26px' }} h={{ sm: '10' }}>
        {t('incidentList.days.show')}
      </Button>
    </chakra.form>
  );
}
