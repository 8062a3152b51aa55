import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';

/** The queries that pages were left with, by their paths, the last one last. */
type Left = Readonly<Record<string, string>>;

const leftSchema = z.record(z.string(), z.string());
const KEY = 'leftAddresses';
const MOST = 50;

/** What is kept once a page is shown with a query. A language that it asked for was for that one time. */
export function leftWith(left: Left, pathname: string, search: string): Left {
  const query = new URLSearchParams(search);
  query.delete('lng');
  const { [pathname]: _, ...others } = left;
  if (query.size === 0) return others;
  return Object.fromEntries([...Object.entries(others).slice(1 - MOST), [pathname, `?${query}`]]);
}

/** What was kept, read as it may have been written by anything. */
export function readLeft(text: string | null): Left {
  try {
    return leftSchema.safeParse(JSON.parse(text ?? '{}')).data ?? {};
  } catch {
    return {};
  }
}

/** The address of a page as it was last left in this tab, with its order, filter and page. */
export function asLeft(pathname: string): string {
  return pathname + (kept()[pathname] ?? '');
}

/** Keeps how each page is left, for the ways back to it. */
export function useLeftAddresses(): void {
  const { pathname, search } = useLocation();
  useEffect(() => keep(leftWith(kept(), pathname, search)), [pathname, search]);
}

/** Forgets them, as once another is signed in: what they search for is nobody else's. */
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

/** A browser that refuses shows the lists from their beginning. */
function keep(left: Left): void {
  try {
    if (Object.keys(left).length > 0) sessionStorage.setItem(KEY, JSON.stringify(left));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    console.warn('How the page was left cannot be kept', error);
  }
}
