import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useOnline } from '../browser/online.ts';
import { useAccountId } from '../session/session.ts';
import { type Listen, listenWithRetry } from './listen.ts';
import { liveStore } from './live-store.ts';

/** Live data: undefined until the first answer. The last data stays after an error. */
export type Live<T> = { data: T | undefined; error: Error | undefined };

/**
 * Returns the data of one listener on the signed-in user's documents, shared by all callers with the same key. Without
 * a user or a key, there is no listener (docs/web.md, Live documents). It ends when unused; its last data is kept for
 * the next use.
 */
export function useLive<T>(key: string | null, listen: (accountId: string) => Listen<T>): Live<T> {
  const accountId = useAccountId();
  const name = accountId && key ? `${accountId}/${key}` : null;
  const hold = useEffectEvent((held: string) =>
    liveStore.hold(held, (sink) => listenWithRetry(listen(accountId ?? ''), sink)),
  );
  useEffect(() => (name === null ? undefined : hold(name)), [name]);
  const known = useSyncExternalStore(liveStore.subscribe, () => knownAs<T>(name));
  const online = useOnline();
  // The page already shows that the device is offline.
  const offline = useMemo(() => ({ data: known.data, error: undefined }), [known.data]);
  return !online && known.data !== undefined ? offline : known;
}

/** A key's data, typed as its listener's data: each key names one kind of document. */
function knownAs<T>(key: string | null): Live<T> {
  return liveStore.known(key) as Live<T>;
}
