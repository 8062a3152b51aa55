import { chakra } from '@chakra-ui/react';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { afterName, headAndTail, shortUrl } from '../../lib/format/text.ts';
import { SecondLine } from './two-lines.tsx';

/**
 * A URL on one line, shortened in the middle where space is scarce; in full on hover, after the name if there is one.
 */
export function UrlText({ url, name }: { url: string; name?: string }) {
  const readable = readableUrl(url);
  const [head, tail] = headAndTail(shortUrl(readable));
  return (
    <chakra.span
      dir="ltr"
      title={name === undefined ? readable : `${name}: ${readable}`}
      display="flex"
      minW="0"
      whiteSpace="pre"
      _print={{ display: 'inline', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    >
      <chakra.span truncate _print={{ whiteSpace: 'inherit' }}>
        {head}
      </chakra.span>
      <chakra.span flexShrink="0">{tail}</chakra.span>
    </chakra.span>
  );
}

/** An endpoint's URL above its name, unless that is the URL. */
export function UrlAndName({ url, name }: { url: string; name: string }) {
  const second = afterName(shortUrl(readableUrl(url)), name);
  return (
    <>
      <UrlText url={url} name={name} />
      {second && <SecondLine>{second}</SecondLine>}
    </>
  );
}

/** A URL in full, as text among other text. */
export function WholeUrl({ url }: { url: string }) {
  return <bdi dir="ltr">{readableUrl(url)}</bdi>;
}
