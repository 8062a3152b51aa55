import { Text } from '@chakra-ui/react';
import type { MonitorContent } from '@farwatch/core/contracts/api/monitors';
import {
  budgetOf,
  type CheckBudget,
  type PlannedEndpoints,
  plannedChecks,
} from '@farwatch/core/decisions/monitors/check-budget';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { LocationCode } from '@farwatch/core/values/locations';
import { isEndpointPaused } from '@farwatch/core/values/pause';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/format/durations.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';

type Draft = Pick<MonitorContent, 'intervalSec' | 'paused' | 'locations' | 'endpoints'>;

/**
 * The checks that the account would plan with the draft saved as the monitor `id`, null for a new one, at the location
 * with most; null while loading.
 */
export function useCheckBudget(draft: Draft, id: string | null): CheckBudget | null {
  const monitors = useMonitors().data;
  const profile = useProfile().data;
  if (!monitors || !profile) return null;
  const accountSec = (profile.monitorInterval * MINUTE_MS) / SECOND_MS;
  const others = monitors.items.filter((monitor) => monitor.id !== id);
  const budgets = draft.locations.map((code) => {
    const before = plannedChecks(plannedAt(code, monitors.items), accountSec);
    return budgetOf(plannedAt(code, others), plannedBy(draft, draft.endpoints), accountSec, before);
  });
  const none = budgetOf([], plannedBy(draft, draft.endpoints), accountSec);
  return (
    budgets.reduce<CheckBudget | null>((most, each) => (most && most.used >= each.used ? most : each), null) ?? none
  );
}

function plannedAt(code: LocationCode, monitors: readonly Monitor[]): PlannedEndpoints[] {
  const here = monitors.filter(({ locations }) => locations.includes(code));
  return here.map((monitor) => plannedBy(monitor, Object.values(monitor.endpoints)));
}

function plannedBy(
  monitor: Pick<Draft, 'intervalSec' | 'paused'>,
  endpoints: readonly { url: string; paused: boolean }[],
): PlannedEndpoints {
  const count = endpoints.filter((each) => !isRunByServer(each.url) && !isEndpointPaused(monitor, each)).length;
  return { count, intervalSec: monitor.intervalSec };
}

/** What the draft uses of the account's checks; an error if that is too much. */
export function BudgetLine({ budget }: { budget: CheckBudget | null }) {
  const { t } = useTranslation();
  const isOver = budget?.isExceeded ?? false;
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
          interval: formatDuration(budget.leastSec * SECOND_MS, t),
          count: budget.mostUrls,
        })}
    </Text>
  );
}
