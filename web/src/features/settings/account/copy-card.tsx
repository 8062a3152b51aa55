import { Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { fileDay } from '../../../lib/browser/download.ts';
import { fileSize } from '../../../lib/format/numbers.ts';
import { useAccountZone } from '../../../lib/live/account-zone.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SettingsCard } from '../layout.tsx';

/** How much of a copy is loaded: documents and bytes. */
type CopyProgress = { documents: number; bytes: number };

/** A copy of the account that is loaded part by part; after a failure, `load` continues where it stopped. */
type CopyLoader = {
  /** Loads the whole file; null if cancelled. Throws ApiFailure. */
  load(onProgress: (progress: CopyProgress) => void, signal: AbortSignal): Promise<Blob | null>;
};

type State =
  | { step: 'idle' }
  | { step: 'loading'; progress: CopyProgress }
  | { step: 'failed'; failure: unknown }
  | { step: 'saved'; url: string; name: string; progress: CopyProgress };

const NOTHING: CopyProgress = { documents: 0, bytes: 0 };

/** Downloads everything stored about the account as one file, with its progress. */
export function CopyCard() {
  const { t } = useTranslation();
  const { state, start, resume, cancel } = useCopy();
  return (
    <SettingsCard id="copy" title={t('account.copy.title')} text={t('account.copy.text')}>
      {state.step === 'failed' && (
        <FailureNotice title={t('account.copy.failed')} failure={state.failure} onRetry={resume} />
      )}
      {state.step === 'saved' && <SavedNotice {...state} />}
      {state.step === 'loading' ? (
        <Loading progress={state.progress} onCancel={cancel} />
      ) : (
        <Button variant="outline" alignSelf="flex-start" onClick={start}>
          {t('account.copy.start')}
        </Button>
      )}
    </SettingsCard>
  );
}

function Loading({ progress, onCancel }: { progress: CopyProgress; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
      <Flex role="status" align="center" gap="3" flex="1 1 200px">
        <Spinner size="sm" aria-hidden="true" />
        <Text fontVariantNumeric="tabular-nums">
          {t('account.copy.loading', amount(progress))} {t('account.copy.keepOpen')}
        </Text>
      </Flex>
      <Button variant="outline" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </Flex>
  );
}

function SavedNotice({ url, name, progress }: { url: string; name: string; progress: CopyProgress }) {
  const { t } = useTranslation();
  const again = (
    <Button asChild size="sm" variant="outline">
      <a href={url} download={name}>
        {t('account.copy.again')}
      </a>
    </Button>
  );
  return (
    <Notice kind="success" action={again}>
      {t('account.copy.saved', { name, ...amount(progress) })}
    </Notice>
  );
}

function amount({ documents, bytes }: CopyProgress) {
  return { documents, count: documents, size: fileSize(bytes) };
}

function useCopy() {
  const zone = useAccountZone();
  const [state, setState] = useState<State>({ step: 'idle' });
  const loader = useRef<CopyLoader>(null);
  const stop = useRef<AbortController>(null);
  const url = state.step === 'saved' ? state.url : null;
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);

  async function load(copy: CopyLoader) {
    const stopping = new AbortController();
    loader.current = copy;
    stop.current = stopping;
    let progress = NOTHING;
    setState({ step: 'loading', progress });
    try {
      const file = await copy.load((loaded) => {
        progress = loaded;
        if (!stopping.signal.aborted) setState({ step: 'loading', progress });
      }, stopping.signal);
      if (file) setState({ step: 'saved', progress, ...save(file, zone) });
    } catch (failure) {
      if (!stopping.signal.aborted) setState({ step: 'failed', failure });
    }
  }

  return {
    state,
    start: () => void load(createCopyLoader()),
    resume: () => void load(loader.current ?? createCopyLoader()),
    cancel: () => {
      stop.current?.abort();
      setState({ step: 'idle' });
    },
  };
}

/** Saves the file as a download. Its address stays valid until it is revoked. */
function save(file: Blob, zone: string): { url: string; name: string } {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `farwatch-${fileDay(currentMs(), zone)}.jsonl`;
  link.click();
  return { url: link.href, name: link.download };
}

/** Starts a copy. Its parts are blobs, which browsers keep on disk: a large account has hundreds of megabytes. */
function createCopyLoader(): CopyLoader {
  const parts: Blob[] = [];
  let query: { after?: string } | null = {};
  let documents = 0;
  let bytes = 0;
  return {
    async load(onProgress, signal) {
      while (query) {
        if (signal.aborted) return null;
        const { lines, next } = await callApi(accountCalls.copy, { query });
        const part = new Blob([lines]);
        parts.push(part);
        query = next === null ? null : { after: next };
        documents += lines.split('\n').length - 1;
        bytes += part.size;
        onProgress({ documents, bytes });
      }
      return signal.aborted ? null : new Blob(parts, { type: 'application/jsonl' });
    },
  };
}
