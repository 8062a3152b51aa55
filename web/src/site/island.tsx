import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import type { i18n } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ThemeSwitch } from '../components/theme-switch.tsx';
import { LiveOutage } from './live/live-outage.tsx';
import type { Story } from './live/story.ts';

/**
 * The parts of a public page that live in the browser, by name; all else stays as it was prerendered. Their props travel in
 * the document.
 */
export type IslandProps = { theme: object; live: { story: Story } };
export type IslandName = keyof IslandProps;

/** One of those parts with all it needs around it; the same at the build and in the browser. */
export function IslandRoot(props: { name: IslandName; data: unknown; system: SystemContext; translation: i18n }) {
  const { name, data, system, translation } = props;
  return (
    <Around system={system} translation={translation}>
      {name === 'theme' ? <ThemeSwitch /> : <LiveOutage {...(data as IslandProps['live'])} />}
    </Around>
  );
}

type AroundProps = { system: SystemContext; translation: i18n; children: ReactNode };

/** The look and the texts around what is shown. */
export function Around({ system, translation, children }: AroundProps) {
  return (
    <I18nextProvider i18n={translation}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </I18nextProvider>
  );
}

/** What was rendered of each part beforehand. */
export type RenderedIslands = Partial<Record<IslandName, { html: string; data: string }>>;
export const IslandsContext = createContext<RenderedIslands>({});

/** The place of such a part in a page. */
export function Island({ name }: { name: IslandName }) {
  const island = useContext(IslandsContext)[name];
  if (!island) throw new Error(`The part ${name} was not rendered.`);
  return (
    <div
      data-island={name}
      data-props={island.data}
      style={{ display: 'contents' }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what React itself rendered of the part.
      dangerouslySetInnerHTML={{ __html: island.html }}
    />
  );
}
