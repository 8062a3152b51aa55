import { Box, Text } from '@chakra-ui/react';
import type { Measured } from '@farwatch/core/contracts/api/reports';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { secondsText, usedShare } from './report-numbers.ts';

/** An error budget as a bar of what is used, and in words. */
export function BudgetBar({ budget, outcome }: Pick<Measured, 'budget' | 'outcome'>) {
  const { t } = useTranslation();
  if (outcome === 'unknown') return <>{t('noValue')}</>;
  const isOver = budget.leftSec < 0;
  return (
    <>
      <Text as="span" display="block">
        {budgetText(budget, t)}
      </Text>
      <Box
        aria-hidden="true"
        h="1.5"
        mt="1"
        borderRadius="full"
        bg="surface.sunken"
        outline="1px solid"
        outlineColor="edge"
        outlineOffset="-1px"
        overflow="clip"
        css={{ printColorAdjust: 'exact' }}
      >
        <Box
          h="full"
          bg={isOver ? 'status.down' : 'status.up'}
          style={{ width: `${Math.round(usedShare(budget) * 100)}%` }}
        />
      </Box>
    </>
  );
}

function budgetText({ leftSec, allowedSec }: Measured['budget'], t: TFunction): string {
  const allowed = secondsText(allowedSec, t);
  if (leftSec < 0) return t('reports.budget.over', { over: secondsText(leftSec, t), allowed });
  return t('reports.budget.left', { left: secondsText(leftSec, t), allowed });
}
