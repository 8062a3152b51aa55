import { DEFAULT_LANGUAGE, LANGUAGE_CODES, tagOf } from '@farwatch/core/values/languages';
import type { Plugin, Rolldown } from 'vite';
import { SCREENS } from '../src/routes.ts';
import type { BuildEnv } from './env.ts';

/** Starts Firebase Auth, whose first request then runs while the rest is loaded. */
const AUTH = 'src/lib/session/auth-user.ts';
/** The modules that every page of a signed-in user loads. */
const SIGNED_IN = [AUTH, 'src/app/shell/app-shell.tsx', 'src/features/monitors/monitors-page.tsx'];
/** The addresses that need no session, up to their parameter. */
const FOR_ANYONE = SCREENS.filter(({ access }) => access === 'anyone').map(({ path }) => path.replace(/:.*/, ''));
const FONT = /inter-latin-wght-normal.*\.woff2$/;
const SERVICES = ['https://identitytoolkit.googleapis.com', 'https://firestore.googleapis.com'];

/**
 * Adds a small script to the app's document. It starts to load what comes after the first script, which would otherwise
 * be requested once that has run: the texts, the Latin font, and with a stored sign-in the dashboard's files.
 */
export function loadAheadPlugin({ VITE_FIREBASE_API_KEY: apiKey, VITE_EMULATOR_AUTH: emulator }: BuildEnv): Plugin {
  let script = '';
  return {
    name: 'farwatch-load-ahead',
    apply: 'build',
    // This runs before Vite writes the document.
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
      const font = Object.keys(bundle).find((name) => FONT.test(name));
      if (!font) throw new Error('The build has no Latin font to preload.');
      const source = scriptOf({ apiKey, auth: `/${auth.fileName}`, font: `/${font}`, links, texts: textsOf(chunks) });
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

/** The files of each language's texts, by its code and by language and script: `cn` and `zh-Hans`. */
function textsOf(chunks: readonly Rolldown.OutputChunk[]): Record<string, string[]> {
  return Object.fromEntries(
    LANGUAGE_CODES.flatMap((language) => {
      const texts = [`web/src/locales/${language}.ts`, `core/src/texts/locales/${language}.ts`];
      const files = texts.flatMap((text) => [...filesOf(chunks, ({ facadeModuleId }) => isPart(facadeModuleId, text))]);
      const links = files.filter((name) => !name.includes('runtime')).map((name) => `/${name}`);
      const { language: name, script } = new Intl.Locale(tagOf(language)).maximize();
      return [language, `${name}-${script}`].map((code) => [code, links]);
    }),
  );
}

type Ahead = {
  apiKey: string;
  auth: string;
  font: string;
  links: readonly { rel: string; href: string }[];
  texts: object;
};

/** The order of languages is that of lib/i18n/start-translation.ts, the key the one of lib/session/load-auth.ts. */
function scriptOf({ apiKey, auth, font, links, texts }: Ahead): string {
  const key = JSON.stringify(`firebase:authUser:${apiKey}:[DEFAULT]`);
  return `(() => {
  const read = (find) => {
    try {
      return find() ?? null;
    } catch {
      return null;
    }
  };
  const add = (link) => document.head.append(Object.assign(document.createElement('link'), link, { crossOrigin: '' }));
  const texts = ${JSON.stringify(texts)};
  const language =
    new URLSearchParams(location.search).get('lng') ??
    read(() => document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1]) ??
    read(() => localStorage.getItem('language')) ??
    read(() => sessionStorage.getItem('language')) ??
    navigator.language;
  const written = read(() => {
    const { language: name, script } = new Intl.Locale(language.replaceAll('_', '-')).maximize();
    return texts[name + '-' + script];
  });
  const files = texts[language] ?? written ?? texts.${DEFAULT_LANGUAGE};
  for (const href of files) add({ rel: 'modulepreload', href });
  // On a slow connection the page is shown sooner in the fallback font, which has the same measures.
  if (!/2g|3g/.test(navigator.connection?.effectiveType ?? ''))
    add({ rel: 'preload', as: 'font', type: 'font/woff2', href: ${JSON.stringify(font)} });

  const hasSession = [() => localStorage, () => sessionStorage].some((storage) => read(() => storage().getItem(${key})));
  // These pages are the same for everybody.
  const isPublic = ${JSON.stringify(FOR_ANYONE)}.some((path) => location.pathname.startsWith(path));
  if (!hasSession || isPublic) return;
  for (const link of ${JSON.stringify(links)}) add(link);
  // If it fails, the app imports it again.
  import(${JSON.stringify(auth)}).catch(() => undefined);
})();
`;
}
