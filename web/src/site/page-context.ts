import { createContext, useContext } from 'react';
import type { PublicPage } from './pages.ts';

/** Which public page is being rendered. */
export const PageContext = createContext<PublicPage>({ kind: 'landing', language: 'en' });

export function usePage(): PublicPage {
  return useContext(PageContext);
}

/** An address of the app, as linked from this page: Chinese pages link to the app in Chinese. */
export function useAppPath(): (path: string) => string {
  const { language } = usePage();
  return (path) => (language === 'cn' ? `${path}${path.includes('?') ? '&' : '?'}lng=cn` : path);
}
