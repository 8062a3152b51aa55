import type { RegistryAnswer } from '@farwatch/core/decisions/domains/apply-answer';
import { parseRdapDomain } from '@farwatch/core/decisions/domains/parse-rdap';
import { serviceUrls } from '@farwatch/core/decisions/domains/rdap-services';
import { DOMAIN } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import type { Run } from '../../platform/db/run.ts';
import { retryAfterSec } from '../../platform/net/answer.ts';
import { getJson, type JsonAnswer } from '../../platform/net/get-json.ts';
import { isLocalStandIn } from '../../platform/net/guard.ts';
import { readServices } from './read-services.ts';

const LIMITS = { maxBytes: DOMAIN.answerBytes, redirects: DOMAIN.redirects, accept: 'application/rdap+json' } as const;
const UNAVAILABLE = { failed: 'unavailable', retryAfterMs: null } as const;

/** Asks the registry of a name for its registration. What fails is an answer, too. */
export async function lookUp(run: Run, name: string): Promise<RegistryAnswer> {
  try {
    const urls = serviceUrls(await readServices(run), name);
    const base = urls.find((url) => url.startsWith('https:') || (URL.canParse(url) && isLocalStandIn(new URL(url))));
    if (base === undefined) return { unknown: 'noRdap' };
    return answerOf(await getJson(`${base.replace(/\/?$/, '/')}domain/${name}`, LIMITS));
  } catch (error) {
    console.warn(`The registry of ${name} does not answer: ${reasonOf(error)}`);
    return UNAVAILABLE;
  }
}

function answerOf({ status, headers, text, isCut }: JsonAnswer): RegistryAnswer {
  if (status === 404) return { unknown: 'notFound' };
  const afterSec = retryAfterSec(headers);
  const retryAfterMs = afterSec === null ? null : afterSec * SECOND_MS;
  if (status === 429) return { failed: 'busy', retryAfterMs };
  if (status !== 200) return { failed: 'unavailable', retryAfterMs };
  const found = isCut ? null : parseRdapDomain(text);
  return found ? { found } : { failed: 'unreadable', retryAfterMs: null };
}
