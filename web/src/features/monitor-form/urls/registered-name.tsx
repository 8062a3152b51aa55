import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { findRegisteredName, isPublicSuffix } from '@farwatch/core/values/registered-name';
import type { TFunction } from 'i18next';

const SCHEME = 'domain://';

type Props = { url: string; onUse: (url: string) => void; t: TFunction };

/** Shows under which name a domain is registered if that is not the typed one, or that names are registered only below it. */
export default function RegisteredName({ url, onUse, t }: Props) {
  const typed = nameOf(url);
  if (isPublicSuffix(typed))
    return <p data-problem="">{t('addUrls.problems.suffix', { name: nameOf(readableUrl(url)) })}</p>;
  const registered = findRegisteredName(typed);
  if (registered === null) return null;
  const name = nameOf(readableUrl(`${SCHEME}${registered}`));
  return (
    <p data-note="">
      {t('form.entry.registered', { name })}{' '}
      <button type="button" data-use="" onClick={() => onUse(`${SCHEME}${registered}`)}>
        {t('form.entry.useRegistered', { name })}
      </button>
    </p>
  );
}
