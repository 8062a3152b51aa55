import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { LogOut, Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { ThemeSwitch } from '../../components/form/theme-switch.tsx';
import { Wordmark } from '../../components/layout/mark.tsx';
import { useProfile } from '../../lib/live/account.ts';
import { signingOut } from '../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useSession } from '../../lib/session/session.ts';

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

/** The account menu, the theme switch and the sign-out button; with the menu button where the sidebar is hidden. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
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
        <AccountLink to={PATHS.settings}>
          <Text as="span" fontWeight="medium" truncate>
            {name}
          </Text>
          <Text
            as="span"
            textStyle="xs"
            color="accent"
            bg="accent.subtle"
            px="2"
            py="0.5"
            borderRadius="full"
            whiteSpace="nowrap"
          >
            {t('header.premium')}
          </Text>
          <Text as="span" srOnly>
            {t('header.account')}
          </Text>
        </AccountLink>
        <ThemeSwitch />
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
