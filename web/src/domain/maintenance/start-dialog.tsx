import { Flex, Grid } from '@chakra-ui/react';
import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { currentMs } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextLink } from '../../ui/navigation/links.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { startNow } from './start-now.ts';

const LENGTHS_MIN = [30, 60, 120, 240] as const;
const NAME_LENGTH = 80;

type Props = { monitor: { id: string; name: string }; onClose: () => void };

/** Starts maintenance of one monitor at once, for a length to choose. */
export default function StartDialog({ monitor, onClose }: Props) {
  const { t } = useTranslation();
  const { isBusy, failure, save } = useSaving();
  const [chosen, setChosen] = useState(0);

  async function start(durationMin: number) {
    if (isBusy) return;
    setChosen(durationMin);
    const name = t('maintenance.start.name', { monitor: monitor.name }).slice(0, NAME_LENGTH).trim();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { name, monitors: [monitor.id], durationMin, rule: null, ...startNow(currentMs(), timeZone) };
    if (await save(() => callApi(maintenanceCalls.create, { body }))) onClose();
  }

  return (
    <AppDialog open onClose={() => !isBusy && onClose()} title={t('maintenance.start.title')}>
      <Flex direction="column" gap="4">
        {t('maintenance.start.text')}
        {failure !== null && <FailureNotice title={t('maintenance.start.failed')} failure={failure} />}
        <Grid templateColumns="repeat(2, 1fr)" gap="2">
          {LENGTHS_MIN.map((minutes) => (
            <BusyButton
              key={minutes}
              variant="outline"
              loading={isBusy && chosen === minutes}
              disabled={isBusy && chosen !== minutes}
              onClick={() => void start(minutes)}
            >
              {formatDuration(minutes * MINUTE_MS, t)}
            </BusyButton>
          ))}
        </Grid>
        <TextLink to={PATHS.maintenance} alignSelf="flex-start">
          {t('maintenance.start.plan')}
        </TextLink>
      </Flex>
    </AppDialog>
  );
}
