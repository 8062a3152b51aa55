import { chakra } from '@chakra-ui/react';
import { headAndTail, shortUrl } from '../lib/format/urls.ts';

/** A URL on one line, shortened in the middle where space is scarce, in full on hover. */
export function UrlText({ url, title }: { url: string; title: string }) {
  const [head, tail] = headAndTail(shortUrl(url));
  return (
    <chakra.span dir="ltr" title={title} display="flex" minW="0" whiteSpace="pre">
      <chakra.span truncate>{head}</chakra.span>
      <chakra.span flexShrink="0">{tail}</chakra.span>
    </chakra.span>
  );
}
