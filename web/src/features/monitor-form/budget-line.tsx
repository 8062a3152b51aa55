import { Text } from '@chakra-ui/react';
import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import { type CheckBudget, checkBudget, type PlannedMonitor } from '@farwatch/core/decisions/monitors/check-budget';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { SHORT_INTERVALS_SEC } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';

type Draft = Pick<MonitorContent, 'intervalSec' | 'paused' | 'locations' | 'endpoints'>;

/** The checks that the account would plan with the draft saved as the monitor `id`, null for a new one; null while loading. */
export function useCheckBudget(draft: Draft, id: string | null): CheckBudget | null {
  const monitors = useMonitors().data;
  const profile = useProfile().data;
  if (!monitors || !profile) return null;
  const others = monitors.items.filter((monitor) => monitor.id !== id).map(plannedStored);
  return checkBudget(plannedBy(draft, draft.endpoints), others, profile.monitorInterval, SHORT_INTERVALS_SEC[0]);
}

function plannedStored(monitor: Monitor): PlannedMonitor {
  return plannedBy(monitor, Object.values(monitor.endpoints));
}

function plannedBy(
  { intervalSec, paused, locations }: Omit<Draft, 'endpoints'>,
  endpoints: readonly { paused: boolean }[],
): PlannedMonitor {
  return { intervalSec, paused, locations, endpoints: endpoints.filter((each) => !each.paused).length };
}

export function isOverBudget(budget: CheckBudget | null): boolean {
  return budget !== null && budget.used > budget.max;
}

/** What the draft uses of the account's checks; an error if that is too much. */
export function BudgetLine({ budget }: { budget: CheckBudget | null }) {
  const { t } = useTranslation();
  const isOver = isOverBudget(budget);
  return (
    // The line's space is reserved while loading.
    <Text
      textStyle="sm"
      minH="5"
      color={isOver ? 'danger' : 'text.muted'}
      role={isOver ? 'alert' : undefined}
      fontVariantNumeric="tabular-nums"
    >
      {budget &&
        t(isOver ? 'form.budgetOver' : 'form.budget', {
          used: budget.used.toLocaleString('en'),
          max: budget.max.toLocaleString('en'),
          interval: formatDuration(budget.possibleSec * SECOND_MS, t),
          count: budget.possible,
        })}
    </Text>
  );
}
