import { Box, Flex, Heading } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFocusOnPage } from '../../lib/navigation/focus-on-page.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { AppNotice } from '../../ui/feedback/page-notices.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ThemeSwitch } from '../../ui/form/theme-switch.tsx';
import { HomeLink, Wordmark } from '../../ui/layout/mark.tsx';

/** The layout of all sign-in pages. */
export function AuthLayout({ title, children }: { title?: string; children: ReactNode }) {
  const content = useFocusOnPage<HTMLDivElement>();
  return (
    <Flex direction="column" align="center" minH="100dvh" px="4" py={{ base: '6', sm: '12' }} gap="8">
      <HomeLink href={PATHS.landing}>
        <Wordmark size={32} />
      </HomeLink>
      <Box
        as="main"
        ref={content}
        tabIndex={-1}
        outline="0"
        w="full"
        maxW="400px"
        bg={{ base: 'transparent', sm: 'surface.raised' }}
        borderWidth={{ base: '0', sm: '1px' }}
        borderRadius="l3"
        p={{ base: '0', sm: '8' }}
      >
        <Box mb="6" _empty={{ display: 'none' }}>
          <AppNotice />
        </Box>
        {title && (
          <Heading as="h1" textStyle="xl" fontWeight="semibold" mb="6">
            {title}
          </Heading>
        )}
        {children}
      </Box>
      <Flex align="center" gap="2" mt="auto">
        <LanguageSwitch />
        <ThemeSwitch />
      </Flex>
    </Flex>
  );
}
