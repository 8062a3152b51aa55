import { chakra } from '@chakra-ui/react';
import type { UptimeCell } from '@farwatch/core/contracts/api/history';
import { useTranslation } from 'react-i18next';
import { percent } from '../../lib/format/numbers.ts';
import { coverageText, outagesText } from './outages-text.ts';

/** An uptime in a table: what it is made of on hover, and how much is known if that is not all. */
export function UptimeText({ cell }: { cell: UptimeCell | null }) {
  const { t } = useTranslation();
  if (cell === null || cell.uptime === null) {
    return <chakra.span color="text.muted">{t('uptime.noData')}</chakra.span>;
  }
  const coverage = coverageText(cell, t);
  return (
    <span title={outagesText(cell, t)}>
      {t('monitors.percent', { value: percent(cell.uptime) })}
      {coverage && (
        <chakra.span display="block" textStyle="xs" color="text.muted">
          {coverage}
        </chakra.span>
      )}
    </span>
  );
}
