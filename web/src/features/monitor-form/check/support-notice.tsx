import { locationCalls } from '@farwatch/core/contracts/api/locations';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { featuresFor, hasFeatures } from '@farwatch/core/values/check-features';
import { optionsForUrl } from '@farwatch/core/values/check-options';
import type { LocationCode } from '@farwatch/core/values/locations';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { normalizeUrl } from '@farwatch/core/values/url';
import { useTranslation } from 'react-i18next';
import { useLocationText } from '../../../domain/flags/locations.tsx';
import { useApi } from '../../../lib/api/use-api.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';

type Props = { entries: readonly Pick<EndpointContent, 'url' | 'check'>[]; locations: readonly LocationCode[] };

/** Names the locations whose agents cannot check the entries: they are of an older version, or have no `ping`. */
export function SupportNotice({ entries, locations }: Props) {
  const { t } = useTranslation();
  const locationText = useLocationText();
  const needed = new Set(entries.flatMap(neededFor));
  const { data } = useApi(locationCalls.list, needed.size > 0 ? {} : null);
  const lacking = data?.locations.filter(({ code, agents, features }) => {
    return locations.includes(code) && agents > 0 && !hasFeatures(features, needed);
  });
  if (needed.size === 0 || !lacking || lacking.length === 0) return null;
  return (
    <Notice kind="warning">
      {t('form.check.unsupported', {
        locations: locationText(lacking.map(({ code }) => code)),
        urls: urlsText(
          entries.filter((entry) => lacking.some(({ features }) => !hasFeatures(features, neededFor(entry)))),
        ),
      })}
    </Notice>
  );
}

/** The first of the entries, as the list shows them. */
function urlsText(entries: Props['entries']): string {
  const named = entries.slice(0, MOST_NAMED).map(({ url }) => readableUrl(url));
  return [...named, ...(entries.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

const MOST_NAMED = 5;

function neededFor(entry: Pick<EndpointContent, 'url' | 'check'>) {
  const url = normalizeUrl(entry.url) ?? entry.url;
  return featuresFor({ url, check: optionsForUrl(url, entry.check) });
}
