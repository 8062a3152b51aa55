import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type LocalServer, listenLocally } from './local-server.ts';
import { rootDir } from './paths.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSED = /^(text\/|application\/|image\/svg)/;

type Rewrite = { source: string; destination?: string };

/** Serves a built site at any free port as Hosting does: its files, compressed, and firebase.json's rewrites. */
export async function serveSite(dir: string): Promise<LocalServer> {
  const config = JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8')) as {
    hosting: { rewrites: Rewrite[] };
  };
  const answers = new Map<string, Buffer>();
  return listenLocally((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = fileAt(dir, decodeURIComponent(pathname), config.hosting.rewrites);
    if (file) answer(file, request, response, answers);
    else response.writeHead(404).end();
  }, 0);
}

function fileAt(dir: string, pathname: string, rewrites: readonly Rewrite[]): string | null {
  const rewrite = rewrites.find(({ source }) => source === pathname || source === '**');
  for (const path of [pathname, `${pathname}/index.html`, rewrite?.destination ?? '']) {
    const file = join(dir, normalize(`/${path}`));
    if (existsSync(file) && statSync(file).isFile()) return file;
  }
  return null;
}

function answer(file: string, request: IncomingMessage, response: ServerResponse, answers: Map<string, Buffer>) {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const compresses = COMPRESSED.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const key = `${file} ${compresses}`;
  const body = answers.get(key) ?? (compresses ? gzipSync(readFileSync(file)) : readFileSync(file));
  answers.set(key, body);
  const cached = file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'max-age=3600';
  response.writeHead(200, {
    'content-type': type,
    'cache-control': cached,
    ...(compresses && { 'content-encoding': 'gzip' }),
  });
  response.end(body);
}
