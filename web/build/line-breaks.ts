import { keepTogether } from '@farwatch/core/texts/line-breaks';
import type { Plugin } from 'vite';

/** Changes texts as they are built, so that their files stay as people type and search them. */
export function lineBreaksPlugin(): Plugin {
  return {
    name: 'farwatch-line-breaks',
    enforce: 'pre',
    transform: {
      // Neither what searches find nor templates of what users write.
      filter: { id: /\/(?:src|texts)\/locales\/(?!palette-)[\w-]+\.(?:json|ts)$/ },
      handler: (code) => keepTogether(code),
    },
  };
}
