import useSWRSubscription from 'swr/subscription';
import { useUid } from '../session.ts';
import { type Listen, listenWithRetry } from './listen.ts';

/** Live data: undefined until the first answer; the last known stays while `error` says that no news comes. */
export type Live<T> = { data: T | undefined; error: Error | undefined };

/**
 * One listener, shared by all who name the same key, of the signed-in user's own documents; nothing while signed out
 * or without a key. It ends when nobody shows it (design 8).
 */
export function useLive<T>(key: string | null, listen: (uid: string) => Listen<T>): Live<T> {
  const uid = useUid();
  const { data, error } = useSWRSubscription<T, Error, readonly [string, string, string] | null>(
    uid && key ? (['live', uid, key] as const) : null,
    ([, owner]: readonly [string, string, string], { next }: Next<T>) =>
      listenWithRetry(listen(owner), { next: (value) => next(null, value), fail: (failure) => next(failure) }),
    { keepPreviousData: true },
  );
  return { data, error };
}

type Next<T> = { next: (error?: Error | null, data?: T) => void };
