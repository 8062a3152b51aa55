import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { addressesOf } from '../src/addresses.ts';
import { buildIfStale, buildsFor, webDirOf } from '../src/build.ts';
import { fixedPorts } from '../src/platform/ports.ts';
import { printTable, whole } from './table.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** The parts that a route loads after the app's entry: for signed-in users the session and the shell, and its page. */
const SIGNED_IN = ['src/app/session-root.tsx', 'src/app/shell/app-shell.tsx'];
const ROUTES: [route: string, parts: string[]][] = [
  ['/login', ['src/app/session-root.tsx', 'src/features/auth/login-page.tsx']],
  ['/monitors', [...SIGNED_IN, 'src/features/monitors/monitors-page.tsx']],
  ['/monitor/{id}', [...SIGNED_IN, 'src/features/monitor-detail/monitor-page.tsx']],
  ['/endpoint/{id}', [...SIGNED_IN, 'src/features/endpoint/endpoint-page.tsx']],
  ['/incidents', [...SIGNED_IN, 'src/features/incidents/incidents-page.tsx']],
  ['/settings', [...SIGNED_IN, 'src/features/settings/settings-page.tsx']],
  ['/agents', [...SIGNED_IN, 'src/features/agents/agents-page.tsx']],
];

/** Builds the app with Vite's manifest and prints the scripts that each route needs, with the texts of one language. */
export async function printRoutes(): Promise<void> {
  const dir = webDirOf('bench-routes');
  const [, , web] = buildsFor(addressesOf({ ...fixedPorts, websocket: 0, eventarc: 0, logging: 0 }), dir);
  await buildIfStale({ ...web, args: [...web.args, '--manifest'] });
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')));
  const texts = Object.keys(manifest).filter((key) => key.startsWith('_words-en'));
  const rows = ROUTES.map(([route, parts]) => {
    const files = filesOf(manifest, ['app.html', ...texts, ...parts]).map((file) => readFileSync(join(dir, file)));
    const kib = (sizes: number[]) => `${whole(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KiB`;
    return [
      route,
      String(files.length),
      kib(files.map(({ length }) => length)),
      kib(files.map((file) => gzipSync(file).length)),
    ];
  });
  printTable(['route', 'scripts', 'bytes', 'gzip'], rows);
}

/** The scripts of those parts and their imports. Throws for a part that is not in the build. */
function filesOf(manifest: Manifest, parts: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const each of chunk.imports) add(each);
  };
  for (const part of parts) add(part);
  return [...found].filter((file) => file.endsWith('.js'));
}
