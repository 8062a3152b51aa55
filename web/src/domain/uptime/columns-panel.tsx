import { Flex } from '@chakra-ui/react';
import type { UptimeDays } from '@farwatch/core/contracts/api/history';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { monitorsCsv } from '@farwatch/core/decisions/monitors/monitors-csv';
import { Download } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { downloadCsv, fileDay } from '../../lib/browser/download.ts';
import { useAccountZone } from '../../lib/live/account-zone.ts';
import { currentMs } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { CheckSet } from '../../ui/form/check-set.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

type Props = {
  /** The panel with its button. */
  place: RefObject<HTMLElement | null>;
  /** The ranges on offer, and those chosen of them. */
  offered: readonly UptimeDays[];
  days: readonly UptimeDays[];
  onDays: (days: readonly UptimeDays[]) => void;
  onClose: () => void;
};

/** The optional columns, and the monitors as a file. Escape closes it, as do a press and the focus elsewhere. */
export default function ColumnsPanel({ place, offered, days, onDays, onClose }: Props) {
  const { t } = useTranslation();
  useClosing(place, onClose);
  return (
    <Panel
      role="group"
      aria-label={t('uptime.columns')}
      position="absolute"
      zIndex="dropdown"
      insetEnd="0"
      top="100%"
      mt="1"
      px="4"
      py="2"
      borderColor="edge"
      boxShadow="md"
    >
      <Flex direction="column" align="flex-start" whiteSpace="nowrap">
        <CheckSet
          options={offered.map((value) => ({ value, label: t('uptime.lastDays', { count: value }) }))}
          chosen={days}
          onChange={onDays}
        />
      </Flex>
      <CsvButton />
    </Panel>
  );
}

/** Saves all monitors as a file, with a row for each endpoint. */
function CsvButton() {
  const { t } = useTranslation();
  const saving = useSaving({ isChange: false });
  const zone = useAccountZone();
  const save = () =>
    saving.save(async () => {
      const monitors = await callApi(monitorCalls.list, {});
      downloadCsv(
        `monitors-${fileDay(currentMs(), zone)}.csv`,
        monitorsCsv(monitors, (column) => t(`uptime.csv.${column}`), zone),
      );
      return undefined;
    });
  return (
    <Flex direction="column" gap="2" mt="1" pt="2" borderTopWidth="1px" maxW="260px">
      <BusyButton
        size="sm"
        variant="ghost"
        alignSelf="flex-start"
        minH={{ base: '11', sm: '8' }}
        loading={saving.isBusy}
        onClick={() => void save()}
      >
        <Download aria-hidden="true" />
        {t('uptime.download')}
      </BusyButton>
      {saving.failure !== null && <FailureNotice title={t('uptime.downloadFailed')} failure={saving.failure} />}
    </Flex>
  );
}

function useClosing(place: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent((event: Event) => {
    const isInside = event.target instanceof Node && place.current?.contains(event.target);
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
    if (event instanceof KeyboardEvent ? !isEscape : isInside) return;
    onClose();
    if (isEscape && isInside) place.current?.querySelector('button')?.focus();
  });
  useEffect(() => {
    const events = ['keydown', 'pointerdown', 'focusin'] as const;
    const onEvent = (event: Event) => close(event);
    for (const name of events) document.addEventListener(name, onEvent);
    return () => {
      for (const name of events) document.removeEventListener(name, onEvent);
    };
  }, []);
}
