import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { readableUrl } from '@farwatch/core/values/readable-url';
import type { TFunction } from 'i18next';
import { getDomain } from 'tldts-icann';

const SCHEME = 'domain://';

/**
 * Returns the URL of the domain under which a name below it is registered, such as that of example.co.th for
 * www.example.co.th, by the list of public suffixes; null if the URL has that name already, or the list knows none.
 */
export function registeredUrl(url: string): string | null {
  const name = nameOf(url);
  const registered = getDomain(name);
  return registered === null || registered === name ? null : `${SCHEME}${registered}`;
}

type Props = { url: string; onUse: (url: string) => void; t: TFunction };

/** Says under which name a domain is registered if that is not the typed one: its registry does not know the other. */
export default function RegisteredName({ url, onUse, t }: Props) {
  const registered = registeredUrl(url);
  if (registered === null) return null;
  const name = nameOf(readableUrl(registered));
  return (
    <p data-note="">
      {t('form.entry.registered', { name })}{' '}
      <button type="button" data-use="" onClick={() => onUse(registered)}>
        {t('form.entry.useRegistered', { name })}
      </button>
    </p>
  );
}
