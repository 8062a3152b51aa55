import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createSignal } from '../signal.ts';

/** Sets the window's title, preceded by the number of monitors that are down. */
export function useTitle(title: string) {
  const { t } = useTranslation();
  const product = t('product');
  const count = useSyncExternalStore(changed.subscribe, () => downCount);
  useEffect(() => {
    document.title = titleWith(title, product, count);
  }, [title, product, count]);
}

const changed = createSignal();
let downCount = 0;

function show(count: number) {
  downCount = count;
  changed.notify();
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = count > 0 ? downIcon(count) : OWN_ICON;
}

/** Shows the number of monitors that are down in the tab's title and icon; removed when the component unmounts. */
export function useDownBadge(count: number) {
  useEffect(() => show(count), [count]);
  useEffect(() => () => show(0), []);
}

/** A page's window title, preceded by the number of monitors that are down. */
export function titleWith(title: string, product: string, count: number): string {
  const text = title ? `${title} · ${product}` : product;
  return count > 0 ? `(${count}) ${text}` : text;
}

const OWN_ICON = '/favicon.svg';

/** The app's icon with a number on it, as a URL; '9+' above nine. */
export function downIcon(count: number): string {
  const text = count > 9 ? '9+' : String(count);
  const mark =
    '<path d="M2.5 25.5h27"/><path d="M5 18.5C8.5 12.5 12 9.5 16 9.5s7.5 3 11 9"/><circle cx="16" cy="18" r="1.5"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#5f86e8" stroke-width="3" stroke-linecap="round">${mark}</g><circle cx="21" cy="11" r="11" fill="#d42a3c"/><text x="21" y="17" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${text.length > 1 ? 14 : 17}" font-weight="700" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
