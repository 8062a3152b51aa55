import { Flex } from '@chakra-ui/react';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import type { MeasuredSlow } from '@farwatch/core/values/slow';
import { useTranslation } from 'react-i18next';
import { DetailItem, DetailNote } from '../../ui/layout/detail-list.tsx';
import { LocationNames } from '../flags/locations.tsx';

/** What each location measured when it was last found slow, with its limit. */
export default function SlowEvidence({ measured }: { measured: MeasuredSlow }) {
  const { t } = useTranslation();
  const ms = (value: number) => value.toLocaleString('en');
  return (
    <DetailItem name={t('slow.measured')}>
      {LOCATION_CODES.map((code) => {
        const found = measured[code];
        if (!found) return null;
        const limit = found.limitMs === null ? t('slow.noLimit') : t('slow.limit', { limit: ms(found.limitMs) });
        return (
          <Flex key={code} columnGap="2" wrap="wrap" align="baseline">
            <LocationNames codes={[code]} />
            <span>{t('endpoint.ms', { value: ms(found.ms) })}</span>
            <DetailNote>{limit}</DetailNote>
          </Flex>
        );
      })}
    </DetailItem>
  );
}
