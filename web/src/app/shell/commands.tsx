import { Button, Text } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Search } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isComposing } from '../../lib/browser/is-composing.ts';
import { singleKeysOn } from '../../lib/browser/single-keys.ts';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { PALETTE_KEYS, type Shortcut, shortcutOf } from './shortcuts.ts';

export const loadCommandDialogs = withTexts(
  'settings',
  withTexts('palette', () => import('./command-dialogs.tsx')),
);
const CommandDialogs = lazyPart(loadCommandDialogs);

/** The open dialog: the palette, or the list of shortcuts. */
export type OpenCommands = 'palette' | 'help' | null;

/** The keyboard shortcuts of every page, the palette and the list of shortcuts. */
export function Commands({ open, onOpen }: { open: OpenCommands; onOpen: (dialog: OpenCommands) => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const [wasOpened, setWasOpened] = useState(false);
  if (open !== null && !wasOpened) setWasOpened(true);

  function act(shortcut: Shortcut) {
    if (shortcut === 'go') return;
    if (shortcut === 'palette' || shortcut === 'help') onOpen(shortcut);
    else if (shortcut === 'search') focusSearch(() => onOpen('palette'));
    else if (shortcut !== 'agents' || (session.state === 'verified' && session.isAdmin)) void navigate(PATHS[shortcut]);
  }

  useShortcuts(act);
  return (
    wasOpened && (
      <Suspense fallback={null}>
        <CommandDialogs open={open} onClose={() => onOpen(null)} onHelp={() => onOpen('help')} />
      </Suspense>
    )
  );
}

/** Opens the palette; below the links of the sidebar and of the drawer. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
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
      onClick={onClick}
    >
      <Search size={18} aria-hidden="true" />
      {t('nav.search')}
      <Text as="span" hideBelow="md" textStyle="xs" fontWeight="normal" ms="auto" aria-hidden="true">
        {PALETTE_KEYS.join(' ')}
      </Text>
    </Button>
  );
}

/** Focuses the page's own search field, if there is one. */
function focusSearch(otherwise: () => void) {
  const field = document.querySelector<HTMLInputElement>('#content input[type=search]');
  if (!field) return otherwise();
  field.focus();
  field.select();
}

/** The longest pause between the two keys of a shortcut. */
const SEQUENCE_MS = 2 * SECOND_MS;

/** Fields that take text: single keys pressed in them are not shortcuts. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';

/** Calls `act` for each shortcut, except while a dialog is open; while the user is typing, only for the palette. */
function useShortcuts(act: (shortcut: Shortcut) => void) {
  const before = useRef<{ shortcut: Shortcut; atMs: number } | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp, target } = event;
    const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
    if (event.defaultPrevented || isComposing(event) || document.querySelector(DIALOGS)) return;
    const last = before.current && timeStamp - before.current.atMs < SEQUENCE_MS ? before.current.shortcut : null;
    const pressed = { key, ctrl: ctrlKey, meta: metaKey, alt: altKey };
    const shortcut = shortcutOf(pressed, last, { isTyping, singleKeys: singleKeysOn() });
    before.current = shortcut && { shortcut, atMs: timeStamp };
    if (!shortcut) return;
    event.preventDefault();
    act(shortcut);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
