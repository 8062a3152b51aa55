import { BRAND_START } from '@farwatch/core/values/status-page/brand';
import type { Logo } from './logo.ts';

/** The pictures saved from this window, by their addresses: the server shows them only once their page is published. */
const saved = new Map<string, string>();

/** Remembers the picture that was saved at an address. */
export function rememberLogo(address: string, logo: NonNullable<Logo>): void {
  saved.set(address, addressOfLogo(logo));
}

/** The address of a logo's picture. */
export function addressOfLogo(logo: NonNullable<Logo>): string {
  if ('stored' in logo) return saved.get(logo.stored) ?? logo.stored;
  return `data:${logo.type};base64,${logo.base64}`;
}

/** A preview's document with a logo that may not be saved yet, or without one. */
export function withLogo(html: string, logo: Logo): string {
  const picture = logo === null ? '' : `<img src="${addressOfLogo(logo)}" alt="" height="40">`;
  return html.replace(new RegExp(`(${BRAND_START})(<img[^>]*>)?`), `$1${picture}`);
}
