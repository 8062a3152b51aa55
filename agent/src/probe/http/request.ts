import type { CheckAuth, CheckHeader, HttpCheck } from '@farwatch/core/values/http-check/http-check';

/**
 * One request, without cookies. Header names are in lower case, values one character a byte. `mayHaveSecrets`: all
 * requests before it went to the same origin.
 */
export type HttpRequest = {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  mayHaveSecrets: boolean;
};

/** Headers that are sent only to the origin that was typed, even where a header is not marked as secret. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
/** HTTP/2 does not allow these headers, and they mean nothing to a new connection. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['proxy-connection', 'http2-settings']);
/** Headers about the body, which are dropped with it. */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
]);
const WITH_LENGTH: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Builds the requests of one check. `acceptEncoding`: the compressions that it can read, '' for none. */
export class RequestBuilder {
  private readonly check: HttpCheck | null;
  private readonly always: Readonly<Record<string, string>>;

  constructor(check: HttpCheck | null, userAgent: string, acceptEncoding: string) {
    this.check = check;
    const encoding = acceptEncoding === '' ? {} : { 'accept-encoding': acceptEncoding };
    this.always = { accept: '*/*', 'user-agent': userAgent, ...encoding };
  }

  first(url: URL): HttpRequest {
    const { method = 'GET', body = '' } = this.check ?? {};
    return this.build({ url, method, body: body === '' ? null : Buffer.from(body), mayHaveSecrets: true });
  }

  /**
   * The request that follows a redirect, as fetch does it: a POST becomes a GET except for 307 and 308. Secrets and body
   * stay with the origin that was typed, and do not return once another was visited.
   */
  redirected({ url: from, method, body, mayHaveSecrets }: HttpRequest, statusCode: number, url: URL): HttpRequest {
    const isPost = method === 'POST' && (statusCode === 301 || statusCode === 302);
    const becomesGet = isPost || (statusCode === 303 && method !== 'GET' && method !== 'HEAD');
    const isSameOrigin = mayHaveSecrets && url.origin === from.origin;
    return this.build({
      url,
      method: becomesGet ? 'GET' : method,
      body: becomesGet || !isSameOrigin ? null : body,
      mayHaveSecrets: isSameOrigin,
    });
  }

  private build(request: Omit<HttpRequest, 'headers'>): HttpRequest {
    return { ...request, headers: this.check ? this.headersOf(request, this.check) : this.always };
  }

  private headersOf(request: Omit<HttpRequest, 'headers'>, { auth, headers = [] }: HttpCheck): Record<string, string> {
    const { method, body, mayHaveSecrets } = request;
    const fields: Record<string, string> = { ...this.always };
    if (body !== null) fields['content-type'] = typeOf(body.toString());
    if (body !== null || WITH_LENGTH.has(method)) fields['content-length'] = String(body?.length ?? 0);
    if (auth && mayHaveSecrets) fields.authorization = asBytes(authorizationOf(auth));
    const own = new Map<string, string[]>();
    for (const header of headers) {
      const name = header.name.toLowerCase();
      if (maySend(header, name, request)) own.set(name, [...(own.get(name) ?? []), asBytes(header.value)]);
    }
    // Several of one name are one list, RFC 9110, 5.3.
    for (const [name, values] of own) fields[name] = values.join(name === 'cookie' ? '; ' : ', ');
    return fields;
  }
}

function maySend(
  { secret }: CheckHeader,
  name: string,
  { body, mayHaveSecrets }: Omit<HttpRequest, 'headers'>,
): boolean {
  if (CONNECTION_HEADERS.has(name) || (body === null && BODY_HEADERS.has(name))) return false;
  return mayHaveSecrets || !(secret || CREDENTIALS.has(name));
}

/** Returns the value of the header that authenticates. */
export function authorizationOf(auth: CheckAuth): string {
  if (auth.type === 'bearer') return `Bearer ${auth.token}`;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
}

function typeOf(body: string): string {
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}

/** Returns a text's UTF-8, one character a byte: written as it is, another letter could become the end of a line. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
