import type { CheckOptions } from './check-options.ts';

/**
 * Agents of older versions ignore the options of a check, so a URL with options is assigned with a scheme that they do
 * not know: they report that they cannot check it, instead of checking something else.
 */
const WITH_OPTIONS = 'options+';

/** The URL as assignments have it. */
export function toAssignedUrl(url: string, check: CheckOptions | 'unsupported' | null): string {
  return check === null ? url : `${WITH_OPTIONS}${url}`;
}

/** The URL to check, from an assigned one. */
export function fromAssignedUrl(url: string): string {
  return url.startsWith(WITH_OPTIONS) ? url.slice(WITH_OPTIONS.length) : url;
}
