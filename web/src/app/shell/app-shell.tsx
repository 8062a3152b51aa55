import { Box, chakra, Flex } from '@chakra-ui/react';
import { monitorStatus } from '@farwatch/core/decisions/status/display-status';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { AppNotice } from '../../components/feedback/page-notices.tsx';
import { Wordmark } from '../../components/layout/mark.tsx';
import { useBrowserAlertsState } from '../../lib/browser/browser-alerts.ts';
import { useRememberAddresses } from '../../lib/list/last-addresses.ts';
import { useMonitors, useProfile } from '../../lib/live/account.ts';
import { FirestoreContext } from '../../lib/live/firestore-context.tsx';
import { useFocusOnPage } from '../../lib/navigation/focus-on-page.ts';
import { useDownBadge } from '../../lib/navigation/window-title.ts';
import { useUid } from '../../lib/session/session.ts';
import { Commands, type OpenCommands, SearchButton } from './commands.tsx';
import { loadNavDrawer, type NextParts, useFetchAhead } from './fetch-ahead.ts';
import { Header } from './header.tsx';
import { NavList } from './nav-list.tsx';

const NavDrawer = lazyPart(loadNavDrawer);
const BrowserAlerts = lazyPart(() => import('./browser-alerts.tsx'));
const ClosingNotice = lazyPart(() => import('../../components/account/closing-notice.tsx'));

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

/** Only the page's content is printed, in blocks, which browsers break over sheets more reliably than flex boxes. */
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
    </Flex>
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
