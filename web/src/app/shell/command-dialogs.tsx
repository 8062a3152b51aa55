import { Box, chakra, Dialog, Flex, Input, Portal, Text } from '@chakra-ui/react';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { StatusShape } from '../../domain/status/status.tsx';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { isComposing } from '../../lib/browser/is-composing.ts';
import { setSingleKeys, useSingleKeys } from '../../lib/browser/single-keys.ts';
import { toggleTheme } from '../../lib/browser/theme-mode.ts';
import { useIsDark } from '../../lib/browser/use-theme-mode.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useBackCloses } from '../../lib/navigation/back-closes.ts';
import { signingOut } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { cardsFor } from '../../lib/navigation/settings-cards.ts';
import { useMayCall, useSession } from '../../lib/session/session.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { useNavItems } from './nav-list.tsx';
import { channelItems, monitorItems, type PaletteItem, searchItems, settingsItems } from './palette-items.ts';
import { PALETTE_KEYS } from './shortcuts.ts';

type Props = { open: 'palette' | 'help' | null; onClose: () => void; onHelp: () => void };

/** The command palette and the list of shortcuts, loaded when one of them is first opened. */
export default function CommandDialogs({ open, onClose, onHelp }: Props) {
  return (
    <>
      <Palette open={open === 'palette'} onClose={onClose} onHelp={onHelp} />
      <ShortcutsHelp open={open === 'help'} onClose={onClose} />
    </>
  );
}

const SHORTCUTS = [
  { what: 'palette', keys: PALETTE_KEYS },
  { what: 'search', keys: ['/'] },
  { what: 'monitors', keys: ['g', 'd'] },
  { what: 'incidents', keys: ['g', 'i'] },
  { what: 'agents', keys: ['g', 'a'] },
  { what: 'settings', keys: ['g', 's'] },
  { what: 'help', keys: ['?'] },
] as const;

const Key = chakra('kbd', {
  base: {
    minW: '6',
    px: '1.5',
    py: '0.5',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'l1',
    textStyle: 'xs',
    textAlign: 'center',
    fontFamily: 'inherit',
  },
});

/** The list of shortcuts, with the setting that turns single-key shortcuts on and off. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const singleKeys = useSingleKeys();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  return (
    <AppDialog open={open} onClose={onClose} title={t('palette.shortcuts')}>
      <chakra.dl display="flex" flexDirection="column" gap="2" mb="4">
        {SHORTCUTS.filter(({ what }) => isAdmin || what !== 'agents').map(({ what, keys }) => (
          <Flex key={what} justify="space-between" gap="4">
            <chakra.dt>{t(`palette.does.${what}`)}</chakra.dt>
            <chakra.dd display="flex" gap="1" alignItems="center">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
      <CheckField checked={singleKeys} onChange={setSingleKeys}>
        {t('palette.singleKeys')}
      </CheckField>
    </AppDialog>
  );
}

type PaletteProps = { open: boolean; onClose: () => void; onHelp: () => void };

/** Searches monitors, endpoints, channels, actions and settings, with the keyboard or the pointer. */
function Palette({ open, onClose, onHelp }: PaletteProps) {
  const { t } = useTranslation();
  useBackCloses(open, onClose);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="top"
      size="md"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content w="calc(100% - 32px)" aria-label={t('palette.title')}>
            <PaletteContent onClose={onClose} onHelp={onHelp} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function PaletteContent({ onClose, onHelp }: Omit<PaletteProps, 'open'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const actions = usePaletteActions(onHelp);
  const monitors = useMonitors().data?.items ?? [];
  const mayCall = useMayCall();
  const channels = useApiOnce(channelCalls.list, mayCall(channelCalls.list) ? {} : null).data?.channels ?? [];
  const known = [
    ...actions,
    ...monitorItems(monitors),
    ...channelItems(channels, t),
    ...settingsItems(t, cardsFor(mayCall)),
  ];
  const items = searchItems(known, query);
  const chosen = Math.min(current, items.length - 1);

  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    onClose();
    if (item.path === undefined) item.run();
    else void navigate(item.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: items.length - 1 }[event.key];
    if (isComposing(event.nativeEvent) || (to === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (to === undefined) choose(items[chosen]);
    else setCurrent((to + items.length) % Math.max(1, items.length));
  }

  return (
    <>
      <Box p="2" borderBottomWidth="1px">
        <Input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          variant="flushed"
          borderColor="transparent"
          px="2"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Box>
      <Box id={listId} role="listbox" aria-label={t('palette.title')} maxH="min(420px, 60dvh)" overflowY="auto" p="2">
        {items.map((item, index) => (
          <PaletteOption
            key={`${item.group} ${item.id}`}
            id={`${listId}-${index}`}
            item={item}
            heading={items[index - 1]?.group !== item.group}
            chosen={index === chosen}
            onPoint={() => setCurrent(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </Box>
      <Text role="status" px="4" py={items.length === 0 ? '4' : '0'} srOnly={items.length > 0} color="text.muted">
        {items.length === 0 ? t('palette.nothing') : t('palette.found', { count: items.length })}
      </Text>
    </>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  heading: boolean;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function PaletteOption({ id, item: { group, text, about, look }, heading, chosen, onPoint, onChoose }: OptionProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      {heading && (
        <Text role="presentation" textStyle="xs" color="text.muted" px="2" pt="2" pb="1">
          {t(`palette.groups.${group}`)}
        </Text>
      )}
      <Flex
        ref={row}
        id={id}
        role="option"
        aria-selected={chosen}
        align="center"
        gap="2.5"
        px="2"
        minH={{ base: '11', sm: '9' }}
        borderRadius="l2"
        cursor="pointer"
        bg={chosen ? 'accent.subtle' : undefined}
        color={chosen ? 'accent' : undefined}
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        {look && <StatusShape look={look} />}
        <Text as="span" truncate flexShrink={about ? '0' : '1'} maxW={about ? '60%' : undefined}>
          {text}
        </Text>
        {about && (
          <chakra.span truncate textStyle="sm" color={chosen ? 'inherit' : 'text.muted'}>
            {about}
          </chakra.span>
        )}
      </Flex>
    </>
  );
}

/** The palette's actions: open a page, create a monitor, switch the theme, show the shortcuts, sign out. */
function usePaletteActions(onHelp: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isDark = useIsDark();
  const pages = useNavItems();
  const mayCall = useMayCall();
  const group = 'actions' as const;
  return [
    ...(mayCall(monitorCalls.create)
      ? [{ id: 'new', group, text: t('monitors.create'), searched: t('palette.synonyms.new'), path: PATHS.newMonitor }]
      : []),
    ...pages.map(({ path, label }) => {
      return { id: path, group, text: t('palette.goTo', { page: t(label) }), path };
    }),
    {
      id: 'theme',
      group,
      text: t(isDark ? 'theme.switchToLight' : 'theme.switchToDark'),
      searched: t('palette.synonyms.theme'),
      run: toggleTheme,
    },
    { id: 'help', group, text: t('palette.shortcuts'), run: onHelp },
    {
      id: 'logout',
      group,
      text: t('header.logout'),
      searched: t('palette.synonyms.logout'),
      run: () => void navigate(PATHS.login, { replace: true, flushSync: true, state: signingOut() }),
    },
  ];
}
