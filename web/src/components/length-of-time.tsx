import { SECOND_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { durationParts } from '../lib/format/duration.ts';
import { useNow } from '../lib/now.ts';

/** How long something lasted, such as '2 h 5 m'; without an end, up to now. */
export function LengthOfTime({ fromMs, toMs }: { fromMs: number; toMs: number | null }) {
  return toMs === null ? <Running fromMs={fromMs} /> : <Length lengthMs={toMs - fromMs} />;
}

function Running({ fromMs }: { fromMs: number }) {
  return <Length lengthMs={useNow(SECOND_MS) - fromMs} />;
}

function Length({ lengthMs }: { lengthMs: number }) {
  const { t } = useTranslation();
  const parts = durationParts(lengthMs).map(({ unit, count }) => t(`time.${unit}`, { count }));
  return <>{parts.join(' ')}</>;
}
