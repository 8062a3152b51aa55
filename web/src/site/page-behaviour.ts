import { STORAGE_KEY } from '../lib/i18n.ts';

/** Remembers the language of a link to it when it is followed, so that the address without one opens in it. */
export function rememberLanguage() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-language]') : null;
    if (!link?.dataset.language) return;
    try {
      localStorage.setItem(STORAGE_KEY, link.dataset.language);
    } catch {
      console.warn('The language cannot be remembered: this browser refuses local storage.');
    }
  });
}

/** Closes the menu of a phone when one of its links is followed, by Escape, and by a press beside it. */
export function closeMenuWhenDone() {
  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu]');
  if (!menu) return;
  document.addEventListener('click', ({ target }) => {
    const inside = target instanceof Element && menu.contains(target);
    if (!inside || target.closest('a')) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
