import { accountCalls } from '@farwatch/core/contracts/api/account';
import { callApi } from '../../../lib/api/client.ts';

/** What of a copy is loaded: documents and bytes. */
export type CopyProgress = { documents: number; bytes: number };

/** A copy of the account that is loaded part by part; after a failure, `load` continues where it stopped. */
export type CopyLoader = {
  /** The whole file; null if cancelled. Throws ApiFailure. */
  load(onProgress: (progress: CopyProgress) => void, signal: AbortSignal): Promise<Blob | null>;
};

/** Starts a copy. Its parts are blobs, which browsers keep on disk: a large account has hundreds of megabytes. */
export function createCopyLoader(): CopyLoader {
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
