import { SecondLine } from '../../components/two-lines.tsx';
import { UrlText } from '../../components/url-text.tsx';
import type { EndpointRow } from './endpoint-row.ts';

/** An endpoint's URL, by which the watchlist is sorted, and its name below. */
export function EndpointTitle({ endpoint: { url, name } }: { endpoint: Pick<EndpointRow, 'url' | 'name'> }) {
  return (
    <>
      <UrlText url={url} title={`${name}: ${url}`} />
      <SecondLine>{name}</SecondLine>
    </>
  );
}
