import '../fonts.css';
import { whenSeen } from './live/when-seen.ts';
import { closeMenuWhenDone, rememberLanguage, turnTheme } from './page-behaviour.ts';

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
