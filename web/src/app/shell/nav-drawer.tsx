import { Drawer, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../lib/navigation/back-closes.ts';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { SearchButton } from './commands.tsx';
import { NavList } from './nav-list.tsx';

type Props = { open: boolean; onClose: () => void; onSearch: () => void };

/** The navigation and the search on narrow screens. */
export default function NavDrawer({ open, onClose, onSearch }: Props) {
  const { t } = useTranslation();
  useBackCloses(open, onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(change) => !change.open && onClose()} placement="start" size="xs">
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxW="280px" aria-label={t('nav.label')}>
            <Drawer.Header px="5" pt="4">
              <Wordmark />
            </Drawer.Header>
            <Drawer.Body px="3">
              <AccountSwitch />
              <NavList onChosen={onClose} />
              <SearchButton onClick={onSearch} />
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <IconButton variant="ghost" aria-label={t('close')}>
                <X />
              </IconButton>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
