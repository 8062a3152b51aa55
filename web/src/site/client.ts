import '../fonts.css';
import { toggleTheme } from '../lib/browser/theme-mode.ts';
import { LANGUAGE_KEY } from '../lib/i18n/languages.ts';
import { startWhenSeen } from './live/when-seen.ts';

storeLanguage();
closeMenu();
switchTheme();

const search = document.querySelector<HTMLElement>('[data-search]');
if (search) {
  const { startApi } = await import('./api/start-api.ts');
  startApi(search);
}

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) {
  startWhenSeen(live, async () => {
    const { startLive } = await import('./live/start-live.tsx');
    startLive(live);
  });
}

/** Stores the language of a clicked language link, so that addresses without a language open in it. */
function storeLanguage() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-language]') : null;
    if (!link?.dataset.language) return;
    try {
      localStorage.setItem(LANGUAGE_KEY, link.dataset.language);
    } catch {
      console.warn('Cannot store the language in this browser.');
    }
  });
}

/** Closes the phone menu on a click on a link or outside, and on Escape. */
function closeMenu() {
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

/** Switches the theme with its buttons. CSS then hides the pressed one, so the other one gets the focus. */
function switchTheme() {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-switch-theme]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      toggleTheme();
      buttons.find((each) => each !== button)?.focus();
    });
  }
}
