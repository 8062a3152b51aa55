import '../fonts.css';
import { toggleTheme } from '../lib/browser/theme-mode.ts';
import { LANGUAGE_KEY } from '../lib/i18n/languages.ts';
import { whenSeen } from './live/when-seen.ts';

rememberLanguage();
closeMenuWhenDone();
switchTheme();

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) {
  whenSeen(live, async () => {
    const { startLive } = await import('./live/start-live.tsx');
    startLive(live);
  });
}

/** Remembers the language when a link to it is followed, so that the address without a language opens in it. */
function rememberLanguage() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-language]') : null;
    if (!link?.dataset.language) return;
    try {
      localStorage.setItem(LANGUAGE_KEY, link.dataset.language);
    } catch {
      console.warn('The language cannot be remembered: this browser refuses local storage.');
    }
  });
}

/** Closes the menu on phones when one of its links is followed, on Escape, and on a click outside. */
function closeMenuWhenDone() {
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

/** Switches the theme with its buttons. The pressed one is hidden then, so the other one gets the focus. */
function switchTheme() {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-switch-theme]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      toggleTheme();
      buttons.find((each) => each !== button)?.focus();
    });
  }
}
