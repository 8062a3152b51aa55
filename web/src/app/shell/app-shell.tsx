import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { monitorStatus } from '@farwatch/core/decisions/status/display-status';
import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { SECOND_MS } from '@farwatch/core/values/time';
import { LogOut, Menu } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useNavigate } from 'react-router-dom';
import { apiQuietMs } from '../../lib/api/client.ts';
import { useBrowserAlertsState } from '../../lib/browser/browser-alerts.ts';
import { useOnline } from '../../lib/browser/online.ts';
import { openDeletion, useDeletionMessage } from '../../lib/deletion/message.ts';
import { textsOf, withTexts } from '../../lib/i18n/i18n.ts';
import { useRememberAddresses } from '../../lib/list/last-addresses.ts';
import { useMonitors, useOwnProfile, useProfile } from '../../lib/live/account.ts';
import { FirestoreContext } from '../../lib/live/firestore-context.tsx';
import { useFocusOnPage } from '../../lib/navigation/focus-on-page.ts';
import { signingOut } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useDownBadge } from '../../lib/navigation/window-title.ts';
import { useSession, useUid } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { AppNotice } from '../../ui/feedback/page-notices.tsx';
import { ThemeSwitch } from '../../ui/form/theme-switch.tsx';
import { Wordmark } from '../../ui/layout/mark.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { Commands, loadCommandDialogs, type OpenCommands, SearchButton } from './commands.tsx';
import { NavList } from './nav-list.tsx';

const loadNavDrawer = () => import('./nav-drawer.tsx');

/** The parts to load in advance, most likely first; `ofAdmins` for admins only. */
type NextParts = Record<'ofAll' | 'ofAdmins', readonly (() => Promise<unknown>)[]>;

const NavDrawer = lazyPart(loadNavDrawer);
const BrowserAlerts = lazyPart(() => import('./browser-alerts.tsx'));
const UndoMessage = lazyPart(withTexts('undo', () => import('../../ui/feedback/undo-message.tsx')));
const ClosingNotice = lazyPart(() => import('../../domain/closing-notice.tsx'));

/** The frame around every page of a signed-in user, with the listener that most of them share. */
export default function AppShell({ next }: { next: NextParts }) {
  return (
    <FirestoreContext>
      <MonitorListener next={next} />
      <Frame />
    </FirestoreContext>
  );
}

/** Holds the listener that most pages share. A separate component, so that its updates rerender nothing else. */
function MonitorListener({ next }: { next: NextParts }) {
  const uid = useUid();
  const { data, error } = useMonitors();
  const statuses = data?.items.map(({ endpoints }) =>
    monitorStatus(Object.values(endpoints).map((each) => each.status)),
  );
  useDownBadge(statuses?.filter((status) => status === 'DOWN').length ?? 0);
  useFetchAhead(data !== undefined || error !== undefined, next);
  return uid && <AlertsIfOn uid={uid} />;
}

function AlertsIfOn({ uid }: { uid: string }) {
  const isOn = useBrowserAlertsState(uid) === 'on';
  return (
    isOn && (
      <Suspense fallback={null}>
        <BrowserAlerts key={uid} />
      </Suspense>
    )
  );
}

/** Prints only the page's content, in blocks, which browsers break over sheets more reliably than flex boxes. */
const ON_PAPER = { display: 'block', minH: '0', maxW: 'none', p: '0' } as const;

function Frame() {
  const content = useFocusOnPage<HTMLElement>();
  useRememberAddresses();
  const [menu, setMenu] = useState<'unused' | 'open' | 'closed'>('unused');
  const [commands, setCommands] = useState<OpenCommands>(null);
  return (
    <Flex minH="100dvh" _print={ON_PAPER}>
      <SkipLink />
      <Box
        as="aside"
        hideBelow="md"
        w="232px"
        flexShrink="0"
        h="100dvh"
        position="sticky"
        top="0"
        borderEndWidth="1px"
        bg="surface.raised"
        px="3"
        _print={{ display: 'none' }}
      >
        <Flex h="14" align="center" px="3" mb="2">
          <Wordmark />
        </Flex>
        <AccountSwitch />
        <NavList />
        <SearchButton onClick={() => setCommands('palette')} />
      </Box>
      <Flex direction="column" flex="1" minW="0" _print={ON_PAPER}>
        <Header onMenu={() => setMenu('open')} />
        <chakra.main
          ref={content}
          id="content"
          tabIndex={-1}
          display="flex"
          flexDirection="column"
          flex="1"
          outline="0"
          px={{ base: '4', md: '6' }}
          py={{ base: '4', md: '6' }}
          _print={ON_PAPER}
        >
          <Flex
            direction="column"
            flex="1"
            gap={{ base: '4', md: '6' }}
            w="full"
            maxW="1200px"
            mx="auto"
            _print={ON_PAPER}
          >
            <AppNotice />
            <AccountNotice />
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </Flex>
        </chakra.main>
      </Flex>
      {menu !== 'unused' && (
        <Suspense fallback={null}>
          <NavDrawer
            open={menu === 'open'}
            onClose={() => setMenu('closed')}
            onSearch={() => {
              setMenu('closed');
              setCommands('palette');
            }}
          />
        </Suspense>
      )}
      <Commands open={commands} onOpen={setCommands} />
      <Deletions />
    </Flex>
  );
}

/** What can be undone, or could not be deleted; on every page, because the user may have moved on. */
function Deletions() {
  const { undoable, failed } = useDeletionMessage();
  useEffect(() => () => void openDeletion.complete(), []);
  return (
    (undoable ?? failed) && (
      <Suspense fallback={null}>
        <UndoMessage />
      </Suspense>
    )
  );
}

function SkipLink() {
  const { t } = useTranslation();
  return (
    <chakra.a
      href="#content"
      position="fixed"
      top="-20"
      insetStart="4"
      zIndex="skipNav"
      px="4"
      py="2"
      bg="surface.raised"
      borderWidth="1px"
      borderRadius="l2"
      _focusVisible={{ top: '2' }}
      _print={{ display: 'none' }}
    >
      {t('nav.skip')}
    </chakra.a>
  );
}

/** The notice of an account that is closing; nothing for any other. */
function AccountNotice() {
  const { data: profile } = useProfile();
  const closesAt = profile?.closesAt ?? null;
  if (closesAt === null) return null;
  return (
    <Suspense fallback={null}>
      <ClosingNotice closesAt={closesAt} />
    </Suspense>
  );
}

/** How long the page must have its data, without requests, before anything is loaded in advance. */
const AFTER_MS = 4 * SECOND_MS;

const languages = LANGUAGE_CODES.map((language) => () => textsOf(language));

/**
 * Loads the pages that were not visited yet, one by one while the browser is idle, so that they also open offline.
 */
function useFetchAhead(ready: boolean, { ofAll, ofAdmins }: NextParts) {
  const session = useSession();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  const online = useOnline();
  useEffect(() => {
    if (!ready || !online) return;
    let isOver = false;
    let timer = setTimeout(start, AFTER_MS);
    function start() {
      const leftMs = AFTER_MS - apiQuietMs();
      if (leftMs > 0) timer = setTimeout(start, leftMs);
      else void fetchAll();
    }
    async function fetchAll() {
      for (const load of [...ofAll, loadNavDrawer, loadCommandDialogs, ...(isAdmin ? ofAdmins : []), ...languages]) {
        await idle();
        if (isOver) return;
        // A failed part is requested again when it is opened.
        await load().catch(() => undefined);
      }
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ready, online, isAdmin, ofAll, ofAdmins]);
}

/** Resolves when the browser is idle; in Safari, which does not support this, after a pause. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5 * SECOND_MS });
    else setTimeout(resolve, SECOND_MS / 2);
  });
}

/** The name of the account that is shown, if it is that of another. */
function AccountName() {
  const { data } = useProfile();
  return data?.displayName || data?.email || '…';
}

const AccountLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    h: { base: '11', md: '9' },
    px: '2',
    minW: '0',
    borderRadius: 'l2',
    focusVisibleRing: 'outside',
    _hover: { bg: 'surface.sunken' },
  },
});

/** The theme switch, the account menu and, apart from the switch, the sign-out button; with the menu button where the sidebar is hidden. */
function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { data: profile } = useOwnProfile();
  // flushSync does not wait for the sign-in page's code: signing out must work even if that cannot be loaded.
  const leave = () => void navigate(PATHS.login, { replace: true, flushSync: true, state: signingOut() });
  const name = profile?.displayName || (session.state === 'verified' && session.user.displayName) || t('header.user');
  return (
    <Flex
      as="header"
      align="center"
      gap="2"
      h="14"
      ps={{ base: '2', md: '6' }}
      pe={{
        base: 'calc({spacing.2} + var(--scrollbar-width, 0px))',
        md: 'calc({spacing.6} + var(--scrollbar-width, 0px))',
      }}
      // An open dialog hides the scrollbar and reserves its width next to the page.
      me="calc(-1 * var(--scrollbar-width, 0px))"
      borderBottomWidth="1px"
      bg="surface.raised"
      _print={{ display: 'none' }}
    >
      <Flex hideFrom="md" align="center" gap="1">
        <IconButton variant="ghost" aria-label={t('nav.open')} onClick={onMenu}>
          <Menu />
        </IconButton>
        <Box hideBelow="sm">
          <Wordmark />
        </Box>
      </Flex>
      <Flex flex="1" minW="0" align="center" justify="flex-end" gap="1">
        <ThemeSwitch />
        <AccountLink to={PATHS.settings}>
          <Text as="span" fontWeight="medium" truncate>
            {name}
          </Text>
          <Text as="span" textStyle="xs" color="accent" bg="accent.subtle" px="2" py="0.5" borderRadius="full" truncate>
            {session.state === 'verified' && session.account?.role !== 'owner' ? <AccountName /> : t('header.premium')}
          </Text>
          <Text as="span" srOnly>
            {t('header.account')}
          </Text>
        </AccountLink>
        <Button variant="ghost" px={{ base: '2', sm: '3' }} minW={{ base: '11', sm: '0' }} onClick={leave}>
          <LogOut aria-hidden="true" />
          <Text as="span" srOnly={{ base: true, sm: false }}>
            {t('header.logout')}
          </Text>
        </Button>
      </Flex>
    </Flex>
  );
}
