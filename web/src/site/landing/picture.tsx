import { chakra } from '@chakra-ui/react';
import { DEFAULT_LANGUAGE, type Language } from '@farwatch/core/languages';
import { usePage } from '../page-context.ts';

const files = import.meta.glob<string>('../pictures/*.webp', { eager: true, query: '?url', import: 'default' });

export type PictureName = 'dashboard' | 'dashboard-phone' | 'incident' | 'response';

/** CSS pixels of each picture; its file has twice as many. */
const SIZES: Record<PictureName, [width: number, height: number]> = {
  dashboard: [1280, 620],
  'dashboard-phone': [390, 720],
  incident: [672, 736],
  response: [780, 386],
};

type Props = { name: PictureName; alt: string };

/** A picture of the app in the page's language (where it was taken) and theme, loaded when it comes near. */
export function Picture({ name, alt }: Props) {
  const { language } = usePage();
  const [width, height] = SIZES[name];
  return (['light', 'dark'] as const).map((theme) => (
    <chakra.img
      key={theme}
      className={theme === 'light' ? 'by-day' : 'by-night'}
      src={fileOf(`${name}-${theme}`, language)}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      w="full"
      h="auto"
      display="block"
    />
  ));
}

function fileOf(name: string, language: Language): string {
  const file = files[`../pictures/${name}-${language}.webp`] ?? files[`../pictures/${name}-${DEFAULT_LANGUAGE}.webp`];
  if (!file) throw new Error(`There is no picture ${name}: make it by "npm run screenshots -- pictures".`);
  return file;
}
