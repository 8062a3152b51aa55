import { chakra, Flex, type SystemStyleObject } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Live } from '../../lib/live/firestore-listeners.ts';
import type { SettingsCardId } from '../../lib/navigation/settings-cards.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { SettingsCard } from './layout.tsx';

type Props<Item> = {
  id: SettingsCardId;
  title: string;
  text: string;
  loadFailed: string;
  live: Live<{ unreadable: number }>;
  /** Undefined until loaded. */
  items: readonly Item[] | undefined;
  empty: ReactNode;
  renderItem: (item: Item) => ReactNode;
  /** Shown below the list. */
  more?: ReactNode;
};

/** A card with a list of live documents. */
export function LiveListCard<Item>({ id, title, text, loadFailed, live, items, empty, renderItem, more }: Props<Item>) {
  return (
    <SettingsCard id={id} title={title} text={text}>
      {live.error && !items && <FailureNotice title={loadFailed} failure={live.error} />}
      <LiveNotices live={live} />
      {!items && !live.error && <Loading />}
      {items?.length === 0 && empty}
      {items && items.length > 0 && (
        <chakra.ul aria-label={title} css={listStyles}>
          {items.map(renderItem)}
        </chakra.ul>
      )}
      {more && <Flex justify="center">{more}</Flex>}
    </SettingsCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  mb: { base: '-4', sm: '-6' },
  '& > li': { columnGap: '4', rowGap: '1', px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
};
