import { Tabs } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useMedia, usePhone } from '../../lib/browser/media.ts';
import { useQuery } from '../../lib/list/use-query.ts';

export type Tab<Id extends string> = { id: Id; label: string; content: ReactNode };

type Props<Id extends string> = {
  /** The label of the row of tabs. */
  label: string;
  /** The first tab is shown unless the address has another. */
  tabs: readonly [Tab<Id>, ...Tab<Id>[]];
  /** Shows the tabs at the side of the content on wide screens. */
  side?: boolean;
};

/** The window width at which tabs and their content fit next to the app's sidebar. */
const WIDE = '(min-width: 1024px)';

/** At the side, tabs and content extend to the bottom of the window. */
const ROOT = {
  side: { display: 'flex', alignItems: 'stretch', flex: '1', gap: '6' },
  above: { display: 'flex', flexDirection: 'column', flex: '1' },
} as const;

const LIST = {
  side: { minW: '176px', mb: '-6', overflowX: 'visible', overflowY: 'visible' },
  above: { display: 'grid', gridTemplateColumns: 'repeat(4, auto)', w: 'full' },
} as const;

/** Four tabs do not fit a phone's width, and users overlook hidden tabs: rows of two boxes, without a line below. */
const BOXES = {
  list: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '2', w: 'full', overflow: 'visible' },
  tab: {
    justifyContent: 'center',
    px: '1',
    whiteSpace: 'normal',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'surface.raised',
    _selected: { bg: 'accent.subtle', borderColor: 'accent', color: 'accent' },
  },
} as const;

/** Several views, selected by `tab` in the address, so that each can be linked to and survives a reload. */
export function PageTabs<Id extends string>({ label, tabs, side = false }: Props<Id>) {
  const [query, setQuery] = useQuery();
  const wide = useMedia(WIDE);
  const shown = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0];
  const vertical = side && wide;
  const isBoxed = usePhone() && tabs.length > 3;

  function show(id: string) {
    const next = new URLSearchParams(query);
    if (id === tabs[0].id) next.delete('tab');
    else next.set('tab', id);
    setQuery(next);
  }

  return (
    <Tabs.Root
      value={shown.id}
      onValueChange={(change) => show(change.value)}
      orientation={vertical ? 'vertical' : 'horizontal'}
      variant={isBoxed ? 'plain' : 'line'}
      lazyMount
      {...(side && ROOT[vertical ? 'side' : 'above'])}
    >
      <Tabs.List
        aria-label={label}
        colorPalette="accent"
        overflowX="auto"
        overflowY="hidden"
        {...(side && LIST[vertical ? 'side' : 'above'])}
        {...(isBoxed && BOXES.list)}
      >
        {tabs.map((tab) => (
          <Tabs.Trigger
            key={tab.id}
            value={tab.id}
            h={{ base: '11', sm: '10' }}
            px={{ base: '2', sm: '4' }}
            whiteSpace="nowrap"
            {...(isBoxed && BOXES.tab)}
          >
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content
          key={tab.id}
          value={tab.id}
          flex="1"
          minW="0"
          p="0"
          {...(side && { display: 'flex', flexDirection: 'column' })}
          {...(vertical ? {} : { pt: { base: '4', md: '6' } })}
        >
          {tab.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
