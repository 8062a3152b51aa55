import { ACCOUNT_QUERY } from '@farwatch/core/values/account';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readStored, storedFields, writeStored } from '../browser/storage.ts';
import { NAMED_ACCOUNT } from '../session/account-address.ts';

/** The last query of each page, by path; the latest is last. */
type Queries = Readonly<Record<string, string>>;

const KEY = NAMED_ACCOUNT === null ? 'leftAddresses' : `leftAddresses ${NAMED_ACCOUNT}`;
const MAX_KEPT = 50;

/** The stored queries after a page is shown with a query. Its language is for one visit only, and links keep the account. */
export function withQuery(queries: Queries, pathname: string, search: string): Queries {
  const query = new URLSearchParams(search);
  query.delete('lng');
  query.delete(ACCOUNT_QUERY);
  const { [pathname]: _, ...others } = queries;
  if (query.size === 0) return others;
  return Object.fromEntries([...Object.entries(others).slice(1 - MAX_KEPT), [pathname, `?${query}`]]);
}

/** A page's last address in this tab, with its order, filter and page number. */
export function lastAddressOf(pathname: string): string {
  return pathname + (stored()[pathname] ?? '');
}

/** Remembers the query of each page, for links back to it. */
export function useRememberAddresses(): void {
  const { pathname, search } = useLocation();
  useEffect(() => store(withQuery(stored(), pathname, search)), [pathname, search]);
}

/** Forgets all queries when another account signs in: searches are private. */
export function forgetLastAddresses(): void {
  store({});
}

function stored(): Queries {
  const entries = Object.entries(storedFields(readStored('session', KEY)));
  return Object.fromEntries(entries.flatMap(([path, search]) => (typeof search === 'string' ? [[path, search]] : [])));
}

function store(queries: Queries): void {
  writeStored('session', KEY, Object.keys(queries).length > 0 ? JSON.stringify(queries) : null);
}
