import { Box, Flex } from '@chakra-ui/react';
import { incidentStatusSchema } from '@farwatch/core/documents/incident';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { Choice } from '../form/choice.tsx';
import { SearchBox } from '../form/search-box.tsx';
import { type IncidentView, LISTED_RANGES } from './incident-view.ts';

const CustomRange = lazyPart(withTexts('incidents', () => import('./custom-range.tsx')));

const STATUSES = ['all', ...incidentStatusSchema.options] as const;
const LOCATIONS = ['all', ...LOCATION_CODES] as const;

type Props = {
  view: IncidentView;
  onView: (view: IncidentView) => void;
  /** The number of listed incidents; undefined while unknown. */
  count: number | undefined;
};

/** Search, filters, time range and number of results; in one row, on phones two per line if they fit. */
export function IncidentToolbar({ view, onView, count }: Props) {
  const { t } = useTranslation();
  // The days of a custom range are entered before it is shown.
  const [isEntering, setEntering] = useState(false);
  const range = isEntering ? 'custom' : view.range;
  return (
    <>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ sm: 'center' }}
        wrap={{ sm: 'wrap' }}
        gap="2"
        px="4"
        py="3"
      >
        <SearchBox
          label={t('incidents.search')}
          value={view.search}
          onSearch={(search) => onView({ ...view, search })}
        />
        <Box
          display={{ base: 'grid', sm: 'flex' }}
          gridTemplateColumns="repeat(auto-fit, minmax(140px, 1fr))"
          alignItems="center"
          flexWrap={{ sm: 'wrap' }}
          gap="2"
          flex={{ sm: '1 1 auto' }}
          minW="0"
        >
          <Choice
            label={t('incidents.filters.status')}
            value={view.status}
            options={STATUSES.map((value) => ({ value, label: t(`incidents.statuses.${value}`) }))}
            onChoose={(status) => onView({ ...view, status })}
          />
          <Choice
            label={t('incidents.filters.location')}
            value={view.location}
            options={LOCATIONS.map((value) => ({
              value,
              label: value === 'all' ? t('incidents.allLocations') : t(`locations.${value}`),
            }))}
            onChoose={(location) => onView({ ...view, location })}
          />
          <Choice
            label={t('incidents.range')}
            value={range}
            options={LISTED_RANGES.map((value) => ({ value, label: t(`incidents.ranges.${value}`) }))}
            onChoose={(chosen) => {
              setEntering(chosen === 'custom');
              if (chosen !== 'custom') onView({ ...view, range: chosen, from: '', to: '' });
            }}
          />
          <Box role="status" color="text.muted" textStyle="sm" ms={{ sm: 'auto' }} ps="2" whiteSpace="nowrap">
            {count !== undefined && t('incidents.count', { count })}
          </Box>
        </Box>
      </Flex>
      {range === 'custom' && (
        <Suspense fallback={null}>
          <CustomRange
            key={`${view.from} ${view.to}`}
            view={view}
            onShow={(days) => {
              setEntering(false);
              onView({ ...view, range: 'custom', ...days });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
