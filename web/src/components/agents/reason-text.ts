import type { HealthReason } from '@farwatch/core/agents/health-reasons';
import { HOUR_MS } from '@farwatch/core/time';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pastDate } from '../../lib/format/dates.ts';
import { durationParts } from '../../lib/format/duration.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { useNow } from '../../lib/now.ts';

/** The reason for an agent's condition as a sentence in the user's language. */
export function useReasonText(): (reason: HealthReason) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  return useCallback(
    (reason) => {
      switch (reason.kind) {
        case 'abstaining':
          return reason.sinceMs === null
            ? t('agents.reasons.abstaining')
            : t('agents.reasons.abstainingSince', { at: pastDate(reason.sinceMs, nowMs, language) });
        case 'silent':
        case 'oldSpool':
          return t(`agents.reasons.${reason.kind}`, { at: pastDate(reason.sinceMs, nowMs, language) });
        case 'clockOff': {
          const parts = durationParts(Math.abs(reason.offsetMs)).map(({ unit, count }) => t(`time.${unit}`, { count }));
          return t(reason.offsetMs > 0 ? 'agents.reasons.clockAhead' : 'agents.reasons.clockBehind', {
            by: parts.join(' '),
          });
        }
        case 'batteryLow':
        case 'memoryHigh':
          return t(`agents.reasons.${reason.kind}`, { value: Math.round(reason.percent) });
        case 'outdated':
          return t('agents.reasons.outdated', { version: reason.version, minimum: reason.minimum });
        case 'unchecked':
          return t('agents.reasons.unchecked', { value: Math.max(1, Math.round(reason.percent)) });
        case 'lostChecks':
        case 'refusedReports':
        case 'full': {
          const { kind, count } = reason;
          return t(`agents.reasons.${kind}`, { count, number: count.toLocaleString('en') });
        }
        case 'trouble':
          return t(`agents.reasons.troubles.${reason.trouble}`);
        default:
          return t(`agents.reasons.${reason.kind}`);
      }
    },
    [t, language, nowMs],
  );
}
