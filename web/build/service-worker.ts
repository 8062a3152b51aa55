import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import cn from '../src/locales/cn.json' with { type: 'json' };
import en from '../src/locales/en.json' with { type: 'json' };

const webDir = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(webDir, path), 'utf8');

const TEXTS = { en: en.offlinePage, 'zh-CN': cn.offlinePage };
const MARK = /<g[\s\S]*<\/g>/.exec(read('public/favicon.svg'))?.[0] ?? '';

/** The offline page with its texts in every language; its script shows the reader's. */
function offlinePage(): string {
  const mark = `<svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-linecap="round">${MARK}</svg>`;
  const mains = Object.entries(TEXTS).map(
    ([lang, { title, hint, action }]) =>
      `<main lang="${lang}" data-title="${title} – Farwatch">${mark}<h1>${title}</h1><p>${hint}</p><button type="button">${action}</button></main>`,
  );
  return read('service-worker/offline.html').replace('<!--texts-->', mains.join('\n    '));
}

/** The files of the service worker by their names, with the offline page's; when it is off, one that removes it. */
export function serviceWorkerFiles(on: boolean): Record<string, string> {
  if (!on) return { 'service-worker.js': read('service-worker/off.js') };
  const page = { 'offline.html': offlinePage(), 'offline.js': read('service-worker/offline.js') };
  const made = JSON.stringify([page, read('public/theme.js')]);
  const version = createHash('sha256').update(made).digest('hex').slice(0, 12);
  return { ...page, 'service-worker.js': read('service-worker/on.js').replace('__VERSION__', version) };
}

/** Writes them beside the app, under names that never change: browsers ask for the worker's again and again. */
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
