import { Text } from '@chakra-ui/react';
import { UrlText } from '../../components/url-text.tsx';
import type { EndpointRow } from './endpoint-row.ts';

/** An endpoint's URL, by which the watchlist is sorted, and its name below. */
export function EndpointTitle({ endpoint: { url, name } }: { endpoint: Pick<EndpointRow, 'url' | 'name'> }) {
  return (
    <>
      <UrlText url={url} title={`${name}: ${url}`} />
      <Text
        as="span"
        dir="auto"
        display="block"
        truncate
        textAlign="left"
        textStyle="xs"
        fontWeight="normal"
        color="text.muted"
        title={name}
      >
        {name}
      </Text>
    </>
  );
}
