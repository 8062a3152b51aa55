import { listenLocally } from '../platform/local-server.ts';

/** One request that a target answered: the `number`-th of its endpoint, and when. Epoch ms. */
export type Visit = { number: number; statusCode: number; atMs: number };

/** Answers differ by their number, so that a check says which request it was. */
const MARKS = 80;

/** The status that answers an endpoint's so-and-so-many-th request. */
export function statusOf(number: number, isUp: boolean): number {
  return (isUp ? 210 : 510) + (number % MARKS);
}

/** The path of a place that always answers, and is no target. */
const WITNESS = 'witness';

export type Targets = {
  witness: string;
  urlOf(endpoint: string): string;
  /** What was served, by endpoint, in order. */
  readonly visits: ReadonlyMap<string, Visit[]>;
  isUp(endpoint: string): boolean;
  turn(endpoint: string, isUp: boolean): void;
  close(): Promise<void>;
};

/** Websites that count and number what they serve, and can be switched. */
export async function startTargets(): Promise<Targets> {
  const visits = new Map<string, Visit[]>();
  const down = new Set<string>();
  const server = await listenLocally((request, response) => {
    const endpoint = request.url?.slice(1) ?? '';
    if (endpoint === WITNESS) return response.end();
    const own = visits.get(endpoint) ?? [];
    visits.set(endpoint, own);
    const statusCode = statusOf(own.length, !down.has(endpoint));
    own.push({ number: own.length, statusCode, atMs: Date.now() });
    response.writeHead(statusCode).end();
  }, 0);
  return {
    witness: `http://127.0.0.1:${server.port}/${WITNESS}`,
    urlOf: (endpoint) => `http://127.0.0.1:${server.port}/${endpoint}`,
    visits,
    isUp: (endpoint) => !down.has(endpoint),
    turn: (endpoint, isUp) => void (isUp ? down.delete(endpoint) : down.add(endpoint)),
    close: server.close,
  };
}
