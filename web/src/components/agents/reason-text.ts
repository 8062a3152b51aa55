import type { HealthReason } from '@farwatch/core/agents/health-reasons';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../lib/format/dates.ts';
import { durationParts } from '../../lib/format/duration.ts';
import { useLanguage } from '../../lib/i18n.ts';

/** Puts a reason for an agent's health into a sentence of the user's language. */
export function useReasonText(): (reason: HealthReason) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return useCallback(
    (reason) => {
      switch (reason.kind) {
        case 'abstaining':
          return reason.sinceMs === null
            ? t('agents.reasons.abstaining')
            : t('agents.reasons.abstainingSince', { at: shortDate(reason.sinceMs, language) });
        case 'silent':
        case 'oldSpool':
          return t(`agents.reasons.${reason.kind}`, { at: shortDate(reason.sinceMs, language) });
        case 'clockOff': {
          const parts = durationParts(Math.abs(reason.offsetMs)).map(({ unit, count }) => t(`time.${unit}`, { count }));
          return t(reason.offsetMs > 0 ? 'agents.reasons.clockAhead' : 'agents.reasons.clockBehind', {
            by: parts.join(' '),
          });
        }
        case 'batteryLow':
        case 'memoryHigh':
          return t(`agents.reasons.${reason.kind}`, { value: Math.round(reason.percent) });
        case 'lostChecks':
        case 'refusedReports':
        case 'full':
          return t(`agents.reasons.${reason.kind}`, { count: reason.count });
        case 'other':
          return t('agents.reasons.other', { code: reason.code });
        default:
          return t(`agents.reasons.${reason.kind}`);
      }
    },
    [t, language],
  );
}
