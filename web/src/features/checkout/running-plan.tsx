import { settingsCalls } from '@farwatch/core/api/settings';
import { effectOf } from '@farwatch/core/payments/paid-plan';
import type { Offer } from '@farwatch/core/payments/plans';
import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { useApi } from '../../lib/api/use-api.ts';
import { fullDate } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { useNow } from '../../lib/now.ts';

/** What paying does to the plan that runs: it is told before anything is paid that another plan ends it. */
export function RunningPlan({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(MINUTE_MS);
  const { data } = useApi(settingsCalls.read, {});
  if (!data?.plan) return null;
  const { name, price } = data.plan;
  const until = Date.parse(data.plan.until);
  const effect = effectOf(offer, { name, price, since: Date.parse(data.plan.since), until }, nowMs);
  if (effect === 'begins') return null;
  return (
    <Notice kind={effect === 'replaces' ? 'warning' : 'info'}>
      {t(`checkout.${effect}`, { plan: name, date: fullDate(until, language) })}
    </Notice>
  );
}
