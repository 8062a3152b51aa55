import { get } from 'node:http';
import { listenLocally } from '../platform/local-server.ts';

/** One request that a target answered: the `number`-th of its endpoint, in which life of the agent, and when. Epoch ms. */
export type Visit = { number: number; statusCode: number; life: number; atMs: number };

/** Answers differ by their number, so that a check says which request it was. */
const MARKS = 80;
/** The status of checks that were never made, but lay in the spool from the beginning: none that a target gives. */
export const OLD_STATUS = 200;

/** The status that answers an endpoint's so-and-so-many-th request. */
export function statusOf(number: number, isUp: boolean): number {
  return (isUp ? 210 : 510) + (number % MARKS);
}

/** The path of a place that always answers, and is no target. */
const REFERENCE_SITE = 'reference-site';

export type Targets = {
  referenceSite: string;
  urlOf(endpoint: string): string;
  /** What was served, by endpoint, in order. */
  readonly visits: ReadonlyMap<string, Visit[]>;
  isUp(endpoint: string): boolean;
  turn(endpoint: string, isUp: boolean): void;
  /** The agent has ended: once all that it asked for is taken in, what comes is of its next life. */
  endLife(): Promise<void>;
  close(): Promise<void>;
};

/** Websites that count and number what they serve, and can be switched. */
export async function startTargets(): Promise<Targets> {
  const visits = new Map<string, Visit[]>();
  const down = new Set<string>();
  let life = 0;
  const server = await listenLocally((request, response) => {
    const endpoint = request.url?.slice(1) ?? '';
    if (endpoint === REFERENCE_SITE) return response.end();
    const own = visits.get(endpoint) ?? [];
    visits.set(endpoint, own);
    const statusCode = statusOf(own.length, !down.has(endpoint));
    own.push({ number: own.length, statusCode, life, atMs: Date.now() });
    response.writeHead(statusCode).end();
  }, 0);
  const referenceSite = `http://127.0.0.1:${server.port}/${REFERENCE_SITE}`;
  return {
    referenceSite,
    urlOf: (endpoint) => `http://127.0.0.1:${server.port}/${endpoint}`,
    visits,
    isUp: (endpoint) => !down.has(endpoint),
    turn: (endpoint, isUp) => void (isUp ? down.delete(endpoint) : down.add(endpoint)),
    endLife: async () => {
      // Connections are taken in order, and by the second request what the first ones of them asked is read.
      await visit(referenceSite);
      await visit(referenceSite);
      life += 1;
    },
    close: server.close,
  };
}

/** Over a connection of its own. */
function visit(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
