import type { Plugin } from 'vite';

/** Preloads the Latin font in the page's head, so that it loads with the first script instead of after the styles. */
export function preloadFontPlugin(): Plugin {
  return {
    name: 'farwatch-preload-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
      if (!font) throw new Error('The build has no Latin font to preload.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  };
}
