import { Box } from '@chakra-ui/react';
import { LONGEST_SPAN_DAYS } from '@farwatch/core/decisions/incidents/incident-span';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/time/now.ts';
import { type Days, DaysForm } from '../../ui/form/days-form.tsx';
import { dayOf, daysProblem } from './date-range.ts';
import type { IncidentView } from './incident-view.ts';

type Props = { view: IncidentView; onShow: (days: Days) => void };

const START_DAYS = 30;

/** The days to list incidents of, by default the last thirty. */
export default function CustomRange({ view, onShow }: Props) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const areShown = view.range === 'custom';
  const lastDays = { from: dayOf(nowMs - (START_DAYS - 1) * DAY_MS), to: dayOf(nowMs) };
  return (
    <Box px="4" pb="3">
      <DaysForm
        texts={t('incidentList.days', { returnObjects: true })}
        days={areShown ? { from: view.from, to: view.to } : lastDays}
        areShown={areShown}
        min={dayOf(nowMs - LONGEST_SPAN_DAYS * DAY_MS)}
        max={dayOf(nowMs)}
        problemOf={({ from, to }) => {
          const found = daysProblem(from, to, nowMs);
          return found && { field: found.field, text: t(`incidentList.days.${found.problem}`) };
        }}
        onShow={onShow}
      />
    </Box>
  );
}
