import type { Plugin, Rolldown } from 'vite';
import type { BuildEnv } from './env.ts';

/** Starts Firebase Auth, whose first request then runs while the rest is loaded. */
const AUTH = 'src/lib/session/auth-user.ts';
/** What every page of a signed-in user loads. */
const SIGNED_IN = [AUTH, 'src/app/shell/app-shell.tsx', 'src/features/monitors/monitors-page.tsx'];
const SERVICES = ['https://identitytoolkit.googleapis.com', 'https://firestore.googleapis.com'];

/**
 * Adds a small script to the app's document: in browsers with a stored sign-in, it starts to load what comes after the
 * first script, which would otherwise be requested once that has run.
 */
export function loadAheadPlugin({ VITE_FIREBASE_API_KEY: apiKey, VITE_EMULATOR_AUTH: emulator }: BuildEnv): Plugin {
  let script = '';
  return {
    name: 'farwatch-load-ahead',
    apply: 'build',
    // Before Vite writes the document.
    enforce: 'pre',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = filesOf(chunks, ({ isEntry }) => isEntry);
      const parts = SIGNED_IN.flatMap((part) => [
        ...filesOf(chunks, ({ facadeModuleId }) => isPart(facadeModuleId, part)),
      ]);
      const links = [
        ...(emulator ? [] : SERVICES.map((href) => ({ rel: 'preconnect', href }))),
        ...[...new Set(parts)]
          .filter((name) => !first.has(name))
          .map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
      ];
      const auth = chunks.find(({ facadeModuleId }) => isPart(facadeModuleId, AUTH));
      if (!auth) throw new Error(`${AUTH} is no file of its own.`);
      const source = scriptOf(apiKey, links, `/${auth.fileName}`);
      script = this.getFileName(this.emitFile({ type: 'asset', name: 'load-ahead.js', source }));
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }],
  };
}

const isPart = (moduleId: string | null, part: string) => moduleId?.endsWith(`/${part}`) === true;

/** The chosen chunks and all they import statically. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], isChosen: (chunk: Rolldown.OutputChunk) => boolean) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of byName.get(name)?.imports ?? []) add(each);
  };
  for (const chunk of chunks.filter(isChosen)) add(chunk.fileName);
  return found;
}

/** The key is the one of lib/session/load-auth.ts. */
function scriptOf(apiKey: string, links: readonly { rel: string; href: string }[], auth: string): string {
  const key = JSON.stringify(`firebase:authUser:${apiKey}:[DEFAULT]`);
  return `(() => {
  try {
    if (localStorage.getItem(${key}) === null && sessionStorage.getItem(${key}) === null) return;
  } catch {
    return;
  }
  for (const link of ${JSON.stringify(links)}) {
    document.head.append(Object.assign(document.createElement('link'), link, { crossOrigin: '' }));
  }
  // If it fails, the app imports it again.
  import(${JSON.stringify(auth)}).catch(() => undefined);
})();
`;
}
