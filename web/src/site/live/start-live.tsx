import { languageOf } from '@farwatch/core/values/languages';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { islandSystem } from '../system.ts';
import { type PageTexts, translationOf } from '../texts.ts';
import { LIVE_ID_PREFIX, LiveRoot } from './live-island.tsx';
import type { Story } from './story.ts';

/** Hydrates the prerendered outage with the story and texts in the document. Throws if they are missing. */
export function startLive(container: HTMLElement): void {
  const texts = document.getElementById('texts')?.textContent;
  if (!texts || !container.dataset.live) throw new Error('The page has no texts or no story.');
  const language = languageOf(document.documentElement.lang);
  const translation = translationOf(language, JSON.parse(texts) as PageTexts);
  const story = JSON.parse(container.dataset.live) as Story;
  const root = <LiveRoot story={story} system={islandSystem} translation={translation} />;
  // A transition renders in slices, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(container, root, { identifierPrefix: LIVE_ID_PREFIX });
  });
}
