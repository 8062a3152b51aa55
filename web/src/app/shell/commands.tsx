import { Button, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { lazyPart } from '../../components/lazy-part.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { PALETTE_KEYS, type Shortcut } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

export const loadCommandDialogs = () => import('./command-dialogs.tsx');
const CommandDialogs = lazyPart(loadCommandDialogs);

/**
 * What the keyboard does on every page: search, go to pages, the palette of commands, and the list of all this. Returns
 * the button that opens the palette.
 */
export function Commands() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const [wasOpened, setWasOpened] = useState(false);

  function show(dialog: 'palette' | 'help') {
    setWasOpened(true);
    setOpen(dialog);
  }

  function act(shortcut: Shortcut) {
    if (shortcut === 'go') return;
    if (shortcut === 'palette' || shortcut === 'help') show(shortcut);
    else if (shortcut === 'search') focusSearch(() => show('palette'));
    else if (shortcut !== 'agents' || (session.state === 'verified' && session.isAdmin)) void navigate(PATHS[shortcut]);
  }

  useShortcuts(act);
  return (
    <>
      <Button
        variant="ghost"
        w="full"
        mt="4"
        px="3"
        gap="3"
        justifyContent="flex-start"
        fontWeight="medium"
        color="text.muted"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('palette')}
      >
        <Search size={18} aria-hidden="true" />
        {t('palette.open')}
        <Text as="span" textStyle="xs" fontWeight="normal" ms="auto" aria-hidden="true">
          {PALETTE_KEYS.join(' ')}
        </Text>
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandDialogs open={open} onClose={() => setOpen(null)} onHelp={() => show('help')} />
        </Suspense>
      )}
    </>
  );
}

/** The page's own search, if it has one. */
function focusSearch(otherwise: () => void) {
  const field = document.querySelector<HTMLInputElement>('#content input[type=search]');
  if (!field) return otherwise();
  field.focus();
  field.select();
}
