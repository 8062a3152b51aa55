import { clip } from '../../values/clip.ts';
import { LIMITS } from '../../values/limits.ts';
import { oneLine } from '../../values/outside-text.ts';
import { readableUrl } from '../../values/readable-url.ts';

/**
 * Returns an endpoint's name: the given one, else its description in one line, else the host and path of its URL, by
 * which a message can be distinguished from that of another endpoint. Without a URL, 'Endpoint n' with its position from 1.
 */
export function endpointName(
  { name, description, url = '' }: { name?: string | undefined; description: string; url?: string },
  index: number,
): string {
  const derived = oneLine(description) || hostAndPath(url);
  return name || clip(derived, LIMITS.nameLength).trim() || `Endpoint ${index + 1}`;
}

/**
 * Returns the name of an endpoint that is edited: a new one that is given, else its name before, unless that was derived
 * from a URL that is no longer its own.
 */
export function editedName(
  before: { name: string; url: string },
  after: { name?: string | undefined; description: string; url: string },
  index: number,
): string {
  if (after.name && after.name !== before.name) return after.name;
  const wasDerived = before.name === endpointName({ description: '', url: before.url }, index);
  return wasDerived && before.url !== after.url ? endpointName({ ...after, name: '' }, index) : before.name;
}

const BEFORE_HOST = /^[a-z][a-z0-9+.-]*:\/*(?:[^/?#]*@)?/i;

/** Returns what people call a URL by: 'shop.example/cart', without scheme, user, query and final slash. */
function hostAndPath(url: string): string {
  return readableUrl(url)
    .replace(BEFORE_HOST, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
}
