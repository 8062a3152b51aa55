import '../fonts.css';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, IslandRoot } from './island.tsx';
import { closeMenuWhenDone, rememberLanguage } from './page-behaviour.ts';
import { islandSystem } from './system.ts';
import { type PageTexts, translationOf } from './texts.ts';

rememberLanguage();
closeMenuWhenDone();

const given = document.getElementById('texts')?.textContent;
if (!given) throw new Error('The page has no texts.');
const texts = JSON.parse(given) as PageTexts;
const language = document.documentElement.lang.startsWith('zh') ? 'cn' : 'en';
const translation = translationOf(language, texts);

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const name = place.dataset.island as IslandName;
  const data: unknown = JSON.parse(place.dataset.props ?? '{}');
  hydrateRoot(place, <IslandRoot name={name} data={data} system={islandSystem} translation={translation} />, {
    identifierPrefix: name,
  });
}
