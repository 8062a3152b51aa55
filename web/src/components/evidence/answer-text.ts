import type { Evidence } from '@farwatch/core/values/check-answer';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';

/** The evidence as text to paste into a ticket: the checks as they would be logged, headers, an empty line, the body. */
export function answerAsText({ failed, lastGood }: Evidence): string {
  const { at, ms, url, address, statusCode, error, headers, body, isCut } = failed;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return [
    `${iso(at)} ${url} ${[address, statusCode, error, `${ms} ms`].filter((each) => each !== null).join(' ')}`,
    ...(lastGood ? [`${iso(lastGood.at)} ${lastGood.statusCode ?? ''} ${lastGood.ms} ms`] : []),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    '',
    isCut ? (isHeartbeat(url) ? `…${body}` : `${body}…`) : body,
  ].join('\n');
}
