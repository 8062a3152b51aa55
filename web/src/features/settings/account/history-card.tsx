import { Button, Field, Flex, Text } from '@chakra-ui/react';
import { historyCalls } from '@farwatch/core/contracts/api/history';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import {
  type HistoryPart,
  type HistorySubject,
  historyLines,
  keptMonths,
  partsOfMonth,
  RESOLUTIONS,
  type Resolution,
  subjectsOf,
} from '@farwatch/core/decisions/history/history-lines';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { downloadFile } from '../../../lib/browser/download.ts';
import { fileSize } from '../../../lib/format/numbers.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SettingsCard } from '../layout.tsx';

type Progress = { done: number; count: number };

/** Downloads the history of a month as lines of JSON, endpoint by endpoint. */
export default function HistoryCard() {
  const { t } = useTranslation();
  const id = useId();
  const months = keptMonths(currentMs());
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  const [resolution, setResolution] = useState<Resolution>('day');
  const [progress, setProgress] = useState<Progress>({ done: 0, count: 0 });
  const saving = useSaving<string>({ isChange: false });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = () =>
    saving.save(async () => {
      const stopping = new AbortController();
      stop.current = stopping;
      setProgress({ done: 0, count: 0 });
      const file = await loadHistory(
        partsOfMonth(month, resolution, currentMs()),
        resolution,
        setProgress,
        stopping.signal,
      );
      if (!file) return undefined;
      if (file.size === 0) return t('historyFile.empty');
      const name = `history-${month}-${resolution}.ndjson`;
      downloadFile(name, file);
      return t('historyFile.saved', { name, size: fileSize(file.size) });
    });

  return (
    <SettingsCard id="history" title={t('historyFile.title')} text={t('historyFile.text')}>
      <Flex gap="4" wrap="wrap">
        <Field.Root w="auto">
          <Field.Label htmlFor={`${id}month`}>{t('historyFile.month')}</Field.Label>
          <Choice
            id={`${id}month`}
            value={month}
            options={months.map((value) => ({ value, label: value }))}
            onChoose={setMonth}
          />
        </Field.Root>
        <Field.Root w="auto">
          <Field.Label htmlFor={`${id}by`}>{t('historyFile.by')}</Field.Label>
          <Choice
            id={`${id}by`}
            value={resolution}
            options={RESOLUTIONS.map((value) => ({ value, label: t(`historyFile.${value}`) }))}
            onChoose={setResolution}
          />
        </Field.Root>
      </Flex>
      {saving.failure !== null && <FailureNotice title={t('historyFile.failed')} failure={saving.failure} />}
      {saving.done !== undefined && <Notice kind="success">{saving.done}</Notice>}
      <Flex gap="3" wrap="wrap" align="center">
        <BusyButton variant="outline" loading={saving.isBusy} onClick={() => void start()}>
          {t('historyFile.start')}
        </BusyButton>
        {saving.isBusy && (
          <>
            <Button variant="outline" onClick={() => stop.current?.abort()}>
              {t('cancel')}
            </Button>
            <Text role="status" fontVariantNumeric="tabular-nums">
              {t('historyFile.loading', progress)} {t('historyFile.keepOpen')}
            </Text>
          </>
        )}
      </Flex>
    </SettingsCard>
  );
}

/** Loads the lines into blobs, which browsers keep on disk; null if it was cancelled. Throws ApiFailure. */
async function loadHistory(
  parts: readonly HistoryPart[],
  resolution: Resolution,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const subjects = (await callApi(monitorCalls.list, {})).flatMap(subjectsOf);
  const blobs: Blob[] = [];
  for (const [done, subject] of subjects.entries()) {
    onProgress({ done, count: subjects.length });
    for (const part of parts) {
      const lines = await readLines(subject, { ...part, resolution }, signal);
      if (signal.aborted) return null;
      blobs.push(new Blob([lines]));
    }
  }
  return new Blob(blobs, { type: 'application/x-ndjson' });
}

/**
 * The lines of an endpoint; none of a range before it existed, or if it was deleted meanwhile. Waits as long as the
 * server requires.
 */
async function readLines(
  subject: HistorySubject,
  query: HistoryPart & { resolution: Resolution },
  signal: AbortSignal,
): Promise<string> {
  while (!signal.aborted) {
    try {
      const { points } = await callApi(historyCalls.endpoint, { params: { id: subject.endpointId }, query });
      return historyLines(subject, points);
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown;
      if (thrown.code === 'invalid' || thrown.code === 'not_found') return '';
      if (thrown.code !== 'too_many_requests') throw thrown;
      await new Promise((resolve) => setTimeout(resolve, (thrown.retryAfterSec ?? 1) * SECOND_MS));
    }
  }
  return '';
}
