import { type LocalServer, listenLocally } from '../../src/platform/local-server.ts';

/** A website that counts its visits and can be taken down. */
export interface CountingTarget {
  urlOf(path: string): string;
  visits(path: string): number;
  switch(up: boolean): void;
  close: LocalServer['close'];
}

export async function startCountingTarget(): Promise<CountingTarget> {
  const visits = new Map<string, number>();
  let up = true;
  const server = await listenLocally((request, response) => {
    const path = request.url ?? '/';
    visits.set(path, (visits.get(path) ?? 0) + 1);
    response.writeHead(up ? 200 : 503).end('counted');
  }, 0);
  return {
    urlOf: (path) => `http://127.0.0.1:${server.port}${path}`,
    visits: (path) => visits.get(path) ?? 0,
    switch: (state) => {
      up = state;
    },
    close: server.close,
  };
}
