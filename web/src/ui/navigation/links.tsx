import { Button, type ButtonProps, chakra, Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { PATHS } from '../../lib/navigation/paths.ts';

const textLink = {
  base: {
    color: 'accent',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    _hover: { textDecorationThickness: '2px' },
  },
} as const;

/** What makes a link that stands alone high enough for a finger, without moving anything. */
export const TAPPED = { py: { base: '3', sm: '0' }, my: { base: '-3', sm: '0' } } as const;

/** A link within text. */
export const TextLink = chakra(Link, textLink);

/** A link within text to another document than the app. */
export const OuterLink = chakra('a', textLink);

/** A link that looks like a button; `state` is passed with the navigation. */
export function ButtonLink({ to, state, children, ...button }: ButtonProps & { to: string; state?: unknown }) {
  return (
    <Button asChild {...button}>
      <Link to={to} state={state}>
        {children}
      </Link>
    </Button>
  );
}

/** A link above a page's heading, back to a page with its last filters and order. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <ButtonLink
      to={lastAddressOf(to)}
      variant="plain"
      color="text.muted"
      px="0"
      maxW="full"
      alignSelf="flex-start"
      mb={{ base: '-3', md: '-5' }}
      _hover={{ color: 'text' }}
    >
      <ArrowLeft aria-hidden="true" />
      <Text as="span" truncate>
        {text}
      </Text>
    </ButtonLink>
  );
}

export function BackToMonitors() {
  const { t } = useTranslation();
  return <BackLink to={PATHS.monitors} text={t('monitor.back')} />;
}
