import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { LocationCode } from '@farwatch/core/values/locations';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/form/choice.tsx';
import { dayOfWeek } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { type CheckView, neighbours, RESULTS } from './check-view.ts';

type Props = {
  view: CheckView;
  onView: (view: CheckView) => void;
  today: string;
  /** Those to filter by. */
  locations: readonly LocationCode[];
  /** Null while there is nothing to export. */
  onExport: (() => void) | null;
};

/** The day, filters, and export of the check history. */
export function CheckToolbar({ view, onView, today, locations, onExport }: Props) {
  const { t } = useTranslation();
  const codes = ['all' as const, ...locations];
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ sm: 'wrap' }}
      align={{ sm: 'center' }}
      gap="2"
      px="4"
      pb="3"
    >
      <DaySteps view={view} onView={onView} today={today} />
      <Box
        display={{ base: 'grid', sm: 'flex' }}
        gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))"
        alignItems="center"
        gap="2"
        ms={{ sm: 'auto' }}
      >
        {locations.length > 1 && (
          <Choice
            label={t('endpointRange.checks.location')}
            value={view.location}
            options={codes.map((value) => ({
              value,
              label: value === 'all' ? t('endpointRange.checks.allLocations') : t(`locations.${value}`),
            }))}
            onChoose={(location) => onView({ ...view, location })}
          />
        )}
        <Choice
          label={t('endpointRange.checks.result')}
          value={view.result}
          options={RESULTS.map((value) => ({
            value,
            label: t(value === 'all' ? 'endpointRange.checks.allResults' : `endpointRange.checks.${value}`),
          }))}
          onChoose={(result) => onView({ ...view, result })}
        />
        <Button
          variant="outline"
          borderColor="edge"
          gridColumn={{ base: '1 / -1', sm: 'auto' }}
          disabled={onExport === null}
          onClick={() => onExport?.()}
        >
          <Download aria-hidden="true" />
          {t('endpointRange.checks.export')}
        </Button>
      </Box>
    </Flex>
  );
}

/** The shown day between buttons for the days before and after it. */
function DaySteps({ view, onView, today }: Pick<Props, 'view' | 'onView' | 'today'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { earlier, later } = neighbours(view.date, today);
  return (
    <Flex align="center" justify={{ base: 'space-between', sm: 'flex-start' }} gap="1" ms={{ sm: '-2' }}>
      <IconButton
        variant="ghost"
        aria-label={t('endpointRange.checks.earlier')}
        disabled={earlier === undefined}
        onClick={() => earlier !== undefined && onView({ ...view, date: earlier })}
      >
        <ChevronLeft />
      </IconButton>
      <Text role="status" fontWeight="medium" minW="28" textAlign="center">
        {view.date === null ? t('endpointRange.checks.last24h') : dayOfWeek(view.date, language)}
      </Text>
      <IconButton
        variant="ghost"
        aria-label={t('endpointRange.checks.later')}
        disabled={later === undefined}
        onClick={() => later !== undefined && onView({ ...view, date: later })}
      >
        <ChevronRight />
      </IconButton>
    </Flex>
  );
}
