import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import type { Creation } from '@farwatch/core/importers/plan';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';
import { writtenTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { ALERTS_PATH, PATHS } from '../../lib/navigation/paths.ts';
import { useReportSaving } from '../../lib/navigation/unsaved.ts';
import { currentMs, useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import {
  createdIn,
  type ImportRun,
  pendingCount,
  runImport,
  storedUndo,
  storeRun,
  storeUndo,
  UNDO_MS,
  type Undo,
} from './run-import.ts';

/** Makes the call of a creation; returns the new id. */
async function callCreate(creation: Creation, key: string): Promise<string> {
  if (creation.kind === 'monitor')
    return (await callApi(monitorCalls.create, { body: creation.body }, undefined, key)).id;
  return (await callApi(channelCalls.create, { body: creation.body }, undefined, key)).id;
}

type Props = { accountId: string; start: ImportRun; onEnd: () => void };

/** Creates what was chosen, shows how far it is, and in the end what became of it. */
export function ImportRunPart({ accountId, start, onEnd }: Props) {
  const { t } = useTranslation();
  const [run, setRun] = useState(start);
  const [waitingSec, setWaitingSec] = useState<number | null>(null);
  const [isRunning, setRunning] = useState(pendingCount(start) > 0);
  const stopper = useRef(new AbortController());
  const pending = pendingCount(run);
  useReportSaving(isRunning);

  const go = useEffectEvent(async (from: ImportRun) => {
    const { signal } = stopper.current;
    storeRun(accountId, from);
    setRunning(true);
    const ended = await runImport(from, {
      create: callCreate,
      describe: (failure) => failureText(failure).reason ?? t('import.unknownFailure'),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal,
      onChange: (next, seconds) => {
        if (signal.aborted) return;
        storeRun(accountId, next);
        storeUndo(accountId, { atMs: currentMs(), ...createdIn(next) });
        setRun(next);
        setWaitingSec(seconds);
      },
    });
    if (signal.aborted) return;
    // What was created is no longer needed once nothing is left to create.
    storeRun(accountId, pendingCount(ended) > 0 ? ended : null);
    setRun(ended);
    setRunning(false);
  });
  useEffect(() => {
    // An effect that React repeats starts again; the calls have the same keys.
    stopper.current = new AbortController();
    if (pendingCount(start) > 0) void go(start);
    return () => stopper.current.abort();
  }, [start]);

  const total = run.items.length;
  const created = run.items.filter(({ kind, id }) => kind === 'monitor' && id !== null).length;
  const failed = run.items.filter(({ failure }) => failure !== null);
  const hasChannels = run.items.some(({ kind, id }) => kind === 'channel' && id !== null);
  return (
    <Panel as="section" aria-label={t('import.title')} p={{ base: '4', sm: '6' }}>
      <Flex direction="column" gap="4" align="flex-start">
        {isRunning && (
          <Box role="status" w="full">
            <Text fontWeight="medium">{t('import.running', { done: total - pending, total })}</Text>
            <chakra.progress w="full" max={total} value={total - pending} aria-label={t('import.title')} />
            <Text color="text.muted">
              {waitingSec === null ? t('import.runningHint') : t('import.waiting', { seconds: waitingSec })}
            </Text>
          </Box>
        )}
        {!isRunning && (
          <Notice kind={failed.length > 0 || pending > 0 ? 'warning' : 'success'}>
            {t('import.created', { count: created })}{' '}
            {failed.length > 0 && t('import.failedCount', { count: failed.length })}{' '}
            {pending > 0 && t('import.stopped')}
          </Notice>
        )}
        {failed.length > 0 && (
          <chakra.ul aria-label={t('import.failedList')} ps="4" listStyleType="disc">
            {failed.map(({ name, failure }) => (
              <li key={`${name} ${failure}`}>
                {name}: {failure}
              </li>
            ))}
          </chakra.ul>
        )}
        {!isRunning && hasChannels && <Text>{t('import.verify')}</Text>}
        {!isRunning && (
          <Flex gap="2" wrap="wrap">
            {pending > 0 && (
              <Button colorPalette="accent" onClick={() => void go(run)}>
                {t('import.continue')}
              </Button>
            )}
            <ButtonLink to={PATHS.monitors} variant="outline">
              {t('import.toDashboard')}
            </ButtonLink>
            {hasChannels && (
              <ButtonLink to={ALERTS_PATH} variant="outline">
                {t('nav.settings')}
              </ButtonLink>
            )}
            <UndoButton
              accountId={accountId}
              undo={createdIn(run)}
              onUndone={() => {
                storeRun(accountId, null);
                onEnd();
              }}
            />
          </Flex>
        )}
      </Flex>
    </Panel>
  );
}

/** Offers to undo the last import of this browser for a day. */
export function LastImport({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(60_000);
  const [isUndone, setUndone] = useState(false);
  const undo = storedUndo(accountId, nowMs);
  if (isUndone) return <Notice kind="success">{t('import.undone')}</Notice>;
  if (undo === null) return null;
  return (
    <Notice kind="info" action={<UndoButton accountId={accountId} undo={undo} onUndone={() => setUndone(true)} />}>
      {t('import.undoUntil', { time: writtenTime(undo.atMs + UNDO_MS, language) })}
    </Notice>
  );
}

type UndoProps = { accountId: string; undo: Omit<Undo, 'atMs'>; onUndone: () => void };

/** Deletes all that an import has created, after a question. What is gone already is no failure. */
function UndoButton({ accountId, undo, onUndone }: UndoProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { isBusy, failure, progress, saveEach } = useSaving();
  const calls = [
    ...undo.channels.map((id) => () => callApi(channelCalls.remove, { params: { id } })),
    ...undo.monitors.map((id) => () => callApi(monitorCalls.remove, { params: { id } })),
  ];
  if (calls.length === 0) return null;

  async function remove() {
    if (!(await saveEach(calls, (call) => unlessDeleted(call())))) return;
    storeUndo(accountId, null);
    setOpen(false);
    onUndone();
  }

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('import.undo')}
      </Button>
      <AskDialog
        open={isOpen}
        title={t('import.undo')}
        confirm={t('import.undo')}
        danger
        busy={isBusy}
        busyText={t('import.undoing', { done: progress, total: calls.length })}
        onConfirm={() => void remove()}
        dismiss={{ text: t('cancel'), onDismiss: () => setOpen(false) }}
      >
        {failure !== null && <FailureNotice failure={failure} />}
        <Text>{t('import.undoText', { count: calls.length })}</Text>
      </AskDialog>
    </>
  );
}
