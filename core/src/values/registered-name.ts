import { getDomain, getPublicSuffix } from 'tldts-icann';

/**
 * Returns the name under which a domain name is registered by the list of public suffixes, such as example.co.th for
 * www.example.co.th; null if that is the name itself, or the list knows none. The list is as old as the installed
 * version and wrong for some registries, such as .name.
 */
export function findRegisteredName(name: string): string | null {
  const registered = getDomain(name);
  return registered === name ? null : registered;
}

/** Of all names below a zone that the list calls a suffix by a wildcard, such as *.ck, some may be registered. */
const IN_WILDCARD = 'x--any-name';

/** Whether names are registered only below that name, such as co.th, so that it has no registration of its own. */
export function isPublicSuffix(name: string): boolean {
  const isSuffix = (text: string) => getPublicSuffix(text) === text;
  return isSuffix(name) && !isSuffix([IN_WILDCARD, ...name.split('.').slice(1)].join('.'));
}
