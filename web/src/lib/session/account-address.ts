import { ACCOUNT_QUERY } from '@farwatch/core/values/account';
import type { Path } from 'react-router-dom';

/**
 * The account that the address of this document names; null for the person's own. It stays the same as long as the
 * document: another account is opened by loading its address, so that nothing of one is shown, kept or sent in another.
 */
export const NAMED_ACCOUNT = accountIn({ search: globalThis.location?.search ?? '' });

/** The account that an address names; null for none. */
export function accountIn({ search }: Partial<Path>): string | null {
  return new URLSearchParams(search).get(ACCOUNT_QUERY)?.trim() || null;
}

/** Returns an address of the app in an account, unless it names one already; null: the person's own. */
export function inAccount<Address extends Partial<Path>>(address: Address, account: string | null): Address {
  if (account === null || accountIn(address) !== null) return address;
  const query = new URLSearchParams(address.search);
  query.set(ACCOUNT_QUERY, account);
  return { ...address, search: `?${query}` };
}

/** Returns the address of a page in an account, to be loaded as a document; null: the person's own. */
export function pathInAccount(pathname: string, account: string | null): string {
  return pathname + (inAccount({ search: '' }, account).search ?? '');
}

/** Loads the address of this document in another account. */
export function openInAccount(account: string): void {
  const url = new URL(window.location.href);
  url.searchParams.set(ACCOUNT_QUERY, account);
  window.location.replace(url);
}
