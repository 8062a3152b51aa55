import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Maintenance, Occurrence } from '@farwatch/core/documents/maintenance';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { EndingButtons } from '../../components/maintenance/ending-buttons.tsx';
import { MaintenanceUntil } from '../../components/maintenance/maintenance-until.tsx';
import { useEnding } from '../../components/maintenance/use-ending.ts';
import { exactTime, periodText } from '../../lib/format/dates.ts';
import { listText } from '../../lib/format/text.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import type { WindowRow } from './periods.ts';
import { useRuleText } from './use-rule-text.ts';

type Props = {
  row: WindowRow;
  monitors: readonly WithId<Monitor>[];
  nowMs: number;
  onEdit: (window: WithId<Maintenance>) => void;
  onDelete: (window: WithId<Maintenance>) => void;
  onEnded: (window: Maintenance) => void;
};

/** A window in a list: when it takes place, how it repeats, its monitors, and what can be done with it. */
export function WindowItem({ row, monitors, nowMs, onEdit, onDelete, onEnded }: Props) {
  const { t } = useTranslation();
  const ruleText = useRuleText();
  const monitorText = useMonitorText(monitors);
  const { window, current } = row;
  return (
    <chakra.li
      display="flex"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      columnGap="4"
      rowGap="2"
      px="4"
      py="3"
      borderTopWidth="1px"
    >
      <Box flex="1" minW="0">
        <Text fontWeight="medium" overflowWrap="anywhere">
          <bdi>{window.name}</bdi>
        </Text>
        <When row={row} nowMs={nowMs} />
        <Text textStyle="sm" color="text.muted" overflowWrap="anywhere">
          {ruleText(window)} · {monitorText(window.monitors)}
        </Text>
      </Box>
      {current && (
        <Flex
          order={{ base: '1', md: '0' }}
          w={{ base: 'full', md: 'auto' }}
          direction="column"
          gap="2"
          justify="center"
        >
          <RunningActions
            occurrence={{ ...current, id: window.id, name: window.name }}
            onEnded={() => onEnded(window)}
          />
        </Flex>
      )}
      <Flex gap={{ base: '0', sm: '1' }} align="center">
        <IconButton
          variant="ghost"
          aria-label={t('maintenance.edit', { name: window.name })}
          title={t('maintenance.edit', { name: window.name })}
          onClick={() => onEdit(window)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          variant="ghost"
          color="danger"
          aria-label={t('maintenance.delete', { name: window.name })}
          title={t('maintenance.delete', { name: window.name })}
          onClick={() => onDelete(window)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Flex>
    </chakra.li>
  );
}

/** Until when it runs; otherwise its next occurrence, or its last one. */
function When({ row: { current, next, last, window }, nowMs }: { row: WindowRow; nowMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (current) return <MaintenanceUntil endsAt={current.endsAt} nowMs={nowMs} />;
  const shown = next ?? last;
  if (!shown)
    return <Text>{t('maintenance.began', { start: window.start.replace('T', ' '), zone: window.timeZone })}</Text>;
  return <Text title={exactTime(shown.startsAt, language)}>{periodText(shown.startsAt, shown.endsAt, language)}</Text>;
}

function RunningActions({ occurrence, onEnded }: { occurrence: Occurrence; onEnded: () => void }) {
  const { t } = useTranslation();
  const ending = useEnding(occurrence, onEnded);
  return (
    <>
      <EndingButtons state={ending} name={occurrence.name} />
      {ending.failure !== null && <FailureNotice title={t('maintenance.endFailed')} failure={ending.failure} />}
    </>
  );
}

const MAX_NAMES = 3;

/** Returns a function that names a window's monitors; deleted ones are left out. */
function useMonitorText(all: readonly WithId<Monitor>[]): (ids: readonly string[] | null) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (ids) => {
    if (ids === null) return t('maintenance.allMonitors');
    const names = all.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    if (names.length === 0) return t('maintenance.noMonitor');
    const rest = names.length - MAX_NAMES;
    const shown = rest > 1 ? [...names.slice(0, MAX_NAMES), t('maintenance.more', { count: rest })] : names;
    return listText(shown, language);
  };
}
