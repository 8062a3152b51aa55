import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newProgram, type Ran } from './program.ts';

type Options = { env?: NodeJS.ProcessEnv; stdin?: string };

/** Commands of files against the API. */
export type FileRuns = {
  /** What commands take the installation for: a relay of it. */
  origin: string;
  /** Runs a command with this file. `requests`: those of the command, as `GET /v1/monitors/managed`. */
  run(
    account: { key: string },
    args: string[],
    file: string | null,
    options?: Options,
  ): Promise<Ran & { requests: string[] }>;
  /** From which request of a command on there is no answer; whether that request still acts. */
  lose(lost: { from: number; isActing: boolean } | null): void;
  /** Everything that commands printed. */
  printed(): string;
  close(): Promise<void>;
};

export async function startFileRuns(api: { origin: string; clock: { nowMs: number } }): Promise<FileRuns> {
  let printed = '';
  let requests: string[] = [];
  let lost: { from: number; isActing: boolean } | null = null;
  const relay = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace('/api', '')}`);
    const isLost = lost !== null && requests.length >= lost.from;
    const isActing = !isLost || (lost?.isActing === true && requests.length === lost.from);
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      const body = Buffer.concat(parts);
      if (!isActing) return response.destroy();
      const answer = await fetch(`${api.origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body.length > 0 && { body }),
      });
      if (isLost) return response.destroy();
      // A call that waits for its turn counts once.
      if (answer.status === 429) requests.pop();
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const program = await newProgram({ origin, clock: api.clock }, '');
  const sleep = async (ms: number) => {
    api.clock.nowMs += ms;
  };
  return {
    origin,
    async run({ key }, [command = '', ...rest], file, { env = {}, stdin } = {}) {
      const path = join(program.home, `${crypto.randomUUID()}.yaml`);
      if (file !== null) await writeFile(path, file);
      requests = [];
      const ran = await program.run([command, ...(file === null ? [] : [path]), ...rest], {
        env: { FARWATCH_URL: origin, FARWATCH_API_KEY: key, ...env },
        isTTY: stdin !== undefined,
        ...(stdin !== undefined && { stdin }),
        sleep,
      });
      printed += ran.out + ran.err;
      return { ...ran, requests: [...requests] };
    },
    lose(next) {
      lost = next;
    },
    printed: () => printed,
    async close() {
      relay.close();
      await program.close();
    },
  };
}
