import type { ServerResponse } from 'node:http';
import { sendJson } from '../platform/http-body.ts';
import { inDays, type Registration, registrationSchema } from './registration.ts';

/** A zone that is in no list of RDAP services, as .bd. */
export const MISSING_ZONE = 'bd';

const TOO_MUCH_BYTES = 10 * 1024 * 1024;

type Case = {
  about: string;
  /** The registration, which may change with each query; queries are counted from 1. */
  registration?: (query: number) => Partial<Registration>;
  /** Another answer. */
  answer?: (response: ServerResponse, name: string) => void;
};

const looks = new Map<string, number>();

/** How the registry answers, by the first label of the name. */
export const CASES: Readonly<Record<string, Case>> = {
  shop: { about: 'expires in 200 days', registration: () => ({}) },
  soon: { about: 'expires in 20 days', registration: () => ({ expiresAt: inDays(20) }) },
  expired: { about: 'expired 3 days ago', registration: () => ({ expiresAt: inDays(-3) }) },
  redeemable: {
    about: 'was deleted, and can be restored',
    registration: () => ({ expiresAt: inDays(300), status: ['redemption period', 'pending delete'] }),
  },
  changing: {
    about: 'has another registrar and other name servers at each look',
    registration: (look) => ({ registrar: `Registrar ${look}`, nameServers: [`ns${look}.example.net`] }),
  },
  'no-expiration': { about: 'the registry does not report when', registration: () => ({ expiresAt: null }) },
  unregistered: {
    about: 'is not registered',
    answer: (response) => sendJson(response, 404, { errorCode: 404, title: 'Not Found' }),
  },
  busy: {
    about: 'the registry limits requests',
    answer: (response) => {
      response.setHeader('retry-after', '7200');
      sendJson(response, 429, { errorCode: 429, title: 'Too Many Requests' });
    },
  },
  failing: {
    about: 'the registry fails',
    answer: (response) => sendJson(response, 503, { errorCode: 503, title: 'Service Unavailable' }),
  },
  refusing: {
    about: 'the registry refuses requests',
    answer: (response) => sendJson(response, 403, { errorCode: 403, title: 'Forbidden' }),
  },
  malformed: {
    about: 'the registry refuses the name',
    answer: (response) => sendJson(response, 400, { errorCode: 400, title: 'Bad Request' }),
  },
  upgrading: {
    about: 'the registry requires another version of HTTP',
    answer: (response) => {
      response.setHeader('upgrade', 'h2');
      sendJson(response, 426, { errorCode: 426, title: 'Upgrade Required' });
    },
  },
  unimplemented: {
    about: 'the registry answers no queries for names',
    answer: (response) => sendJson(response, 501, { errorCode: 501, title: 'Not Implemented' }),
  },
  forbidding: {
    about: 'the registry refuses requests for a while',
    answer: (response) => {
      response.setHeader('retry-after', '7200');
      sendJson(response, 403, { errorCode: 403, title: 'Forbidden' });
    },
  },
  dropping: { about: 'the registry closes the connection', answer: (response) => void response.destroy() },
  empty: { about: 'the answer is empty', answer: (response) => void response.writeHead(204).end() },
  garbage: {
    about: 'the answer is no RDAP',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Whois</title>');
    },
  },
  huge: {
    about: 'the answer has 10 MB',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(`"${'x'.repeat(TOO_MUCH_BYTES)}"`);
    },
  },
  moved: { about: 'the registry redirects to another address', registration: () => ({}) },
  looping: {
    about: 'the registry redirects without end',
    answer: (response, name) => void response.writeHead(302, { location: `/domain/${name}` }).end(),
  },
  'to-private': {
    about: 'the registry redirects to a private address',
    answer: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/domain/x' }).end(),
  },
};

/** Answers for a name as in the case of a label, none for not registered; `found` sends a registration. */
export function answerCase(
  { name, label }: { name: string; label: string },
  isMoved: boolean,
  response: ServerResponse,
  found: (registration: Registration) => void,
): void {
  const { registration, answer } = (Object.hasOwn(CASES, label) && CASES[label]) || {};
  if (label === 'moved' && !isMoved) {
    response.writeHead(302, { location: `/moved/domain/${name}` }).end();
    return;
  }
  if (registration) {
    const look = (looks.get(name) ?? 0) + 1;
    looks.set(name, look);
    found(registrationSchema.parse({ name, ...registration(look) }));
  } else if (answer) answer(response, name);
  else CASES.unregistered?.answer?.(response, name);
}
