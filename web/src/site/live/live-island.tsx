import type { SystemContext } from '@chakra-ui/react';
import type { i18n } from 'i18next';
import { createContext, useContext } from 'react';
import { Providers } from '../providers.tsx';
import { LiveOutage } from './live-outage.tsx';
import type { Story } from './story.ts';

export const LIVE_ID_PREFIX = 'live';

/** The only part of a public page that is hydrated in the browser. Rendered the same way in the build. */
export function LiveRoot(props: { story: Story; system: SystemContext; translation: i18n }) {
  return (
    <Providers system={props.system} translation={props.translation}>
      <LiveOutage story={props.story} />
    </Providers>
  );
}

/** Its prerendered markup. */
export const LiveContext = createContext<{ html: string; story: Story } | null>(null);

/** Its container in a page. The story is stored in the document. */
export function LiveIsland() {
  const rendered = useContext(LiveContext);
  if (!rendered) throw new Error('The live part was not rendered.');
  return (
    <div
      data-live={JSON.stringify(rendered.story)}
      style={{ display: 'contents' }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that React rendered.
      dangerouslySetInnerHTML={{ __html: rendered.html }}
    />
  );
}
