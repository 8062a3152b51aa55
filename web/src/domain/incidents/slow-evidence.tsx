import { LOCATION_CODES } from '@farwatch/core/values/locations';
import type { MeasuredSlow } from '@farwatch/core/values/slow';
import { useTranslation } from 'react-i18next';
import { DetailItem, DetailNote } from '../../ui/layout/detail-list.tsx';
import { LocationNames } from '../flags/locations.tsx';

/** What each location measured when it was last found slow, with its limit. */
export default function SlowEvidence({ measured }: { measured: MeasuredSlow }) {
  const { t } = useTranslation();
  const ms = (value: number) => value.toLocaleString('en');
  return LOCATION_CODES.map((code) => {
    const found = measured[code];
    if (!found) return null;
    return (
      <DetailItem key={code} name={t('slow.measured')} short>
        <LocationNames codes={[code]} />
        {t('endpoint.ms', { value: ms(found.ms) })}
        <DetailNote>
          {found.limitMs === null ? t('slow.noLimit') : t('slow.limit', { limit: ms(found.limitMs) })}
        </DetailNote>
      </DetailItem>
    );
  });
}
