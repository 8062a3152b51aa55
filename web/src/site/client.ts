import '../fonts.css';
import { LANGUAGE_KEY } from '../lib/languages.ts';
import { toggleTheme } from '../lib/theme-mode.ts';
import { whenSeen } from './live/when-seen.ts';

rememberLanguage();
closeMenuWhenDone();
turnTheme();

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) {
  whenSeen(live, async () => {
    const { startLive } = await import('./live/start-live.tsx');
    startLive(live);
  });
}

/** Remembers the language of a link to it when it is followed, so that the address without one opens in it. */
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

/** Closes the menu of a phone when one of its links is followed, by Escape, and by a press beside it. */
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

/** Turns day to night and back by the buttons for it. The one that was pressed hides; the focus goes to the other. */
function turnTheme() {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-turn-theme]')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      toggleTheme();
      buttons.find((each) => each !== button)?.focus();
    });
  }
}
