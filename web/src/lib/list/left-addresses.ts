import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';

/** The last query of each page, by path; the latest is last. */
type Left = Readonly<Record<string, string>>;

const leftSchema = z.record(z.string(), z.string());
const KEY = 'leftAddresses';
const MOST = 50;

/** The stored queries after a page is shown with a query. A language in it was meant for one visit only. */
export function leftWith(left: Left, pathname: string, search: string): Left {
  const query = new URLSearchParams(search);
  query.delete('lng');
  const { [pathname]: _, ...others } = left;
  if (query.size === 0) return others;
  return Object.fromEntries([...Object.entries(others).slice(1 - MOST), [pathname, `?${query}`]]);
}

/** The stored queries. Anything may have been written there, so they are checked. */
export function readLeft(text: string | null): Left {
  try {
    return leftSchema.safeParse(JSON.parse(text ?? '{}')).data ?? {};
  } catch {
    return {};
  }
}

/** A page's last address in this tab, with its order, filter and page number. */
export function asLeft(pathname: string): string {
  return pathname + (kept()[pathname] ?? '');
}

/** Remembers the query of each page, for links back to it. */
export function useLeftAddresses(): void {
  const { pathname, search } = useLocation();
  useEffect(() => keep(leftWith(kept(), pathname, search)), [pathname, search]);
}

/** Forgets all of them, for when a different account signs in: searches are private. */
export function forgetLeftAddresses(): void {
  keep({});
}

function kept(): Left {
  try {
    return readLeft(sessionStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** If the browser refuses, lists open at their beginning. */
function keep(left: Left): void {
  try {
    if (Object.keys(left).length > 0) sessionStorage.setItem(KEY, JSON.stringify(left));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    console.warn('How the page was left cannot be kept', error);
  }
}
