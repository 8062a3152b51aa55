import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { createContext, useContext } from 'react';
import type { PublicPage } from './pages.ts';

/** Which public page is being rendered. */
export const PageContext = createContext<PublicPage>({ name: 'landing', language: DEFAULT_LANGUAGE });

export function usePage(): PublicPage {
  return useContext(PageContext);
}

/** Returns a function that links to the app in this page's language. */
export function useAppPath(): (path: string) => string {
  const { language } = usePage();
  return (path) => (language === DEFAULT_LANGUAGE ? path : `${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
}
