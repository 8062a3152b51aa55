import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES, type Language, tagOf } from '@farwatch/core/values/languages';
import type { Plugin } from 'vite';
import type en from '../src/locales/en.json';

const webDir = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(webDir, path), 'utf8');

/** The texts of a language in the offline page. */
function textsOf(language: Language) {
  return (JSON.parse(read(`src/locales/${language}.json`)) as typeof en).offlinePage;
}

const MARK = /<g[\s\S]*<\/g>/.exec(read('public/favicon.svg'))?.[0] ?? '';

/** The offline page with its texts in every language; its script shows the user's. */
function offlinePage(): string {
  const mark = `<svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-linecap="round">${MARK}</svg>`;
  const mains = LANGUAGE_CODES.map((language) => {
    const { title, hint, action } = textsOf(language);
    return `<main lang="${tagOf(language)}" data-title="${title} – Farwatch">${mark}<h1>${title}</h1><p>${hint}</p><button type="button">${action}</button></main>`;
  });
  const shown = LANGUAGE_CODES.map((language) => `:root[lang='${tagOf(language)}'] main[lang='${tagOf(language)}']`);
  return read('service-worker/offline.html')
    .replace('/*shown*/', `${shown.join(', ')} { display: flex; }`)
    .replace('<!--texts-->', mains.join('\n    '));
}

function offlineScript(): string {
  const tags = LANGUAGE_CODES.map((language) => [language, tagOf(language)]);
  return read('service-worker/offline.js').replace('__TAGS__', JSON.stringify(tags));
}

/** The files of the service worker by their names, with the offline page's; when it is off, one that removes it. */
export function serviceWorkerFiles(on: boolean): Record<string, string> {
  if (!on) return { 'service-worker.js': read('service-worker/off.js') };
  const page = { 'offline.html': offlinePage(), 'offline.js': offlineScript() };
  const content = JSON.stringify([page, read('public/theme.js')]);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { ...page, 'service-worker.js': read('service-worker/on.js').replace('__VERSION__', version) };
}

/** Adds them to the site, under fixed names, because browsers reload the worker from its address. */
export function serviceWorkerPlugin(on: boolean): Plugin {
  return {
    name: 'farwatch-service-worker',
    apply: 'build',
    generateBundle() {
      for (const [fileName, source] of Object.entries(serviceWorkerFiles(on))) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
