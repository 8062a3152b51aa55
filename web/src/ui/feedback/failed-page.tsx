import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/browser/online.ts';
import { Mark } from '../layout/mark.tsx';

/**
 * Shown while a page cannot be loaded and is retried: offline it appears automatically, otherwise the user can reload.
 */
export function LatePage() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <FailedPage
      title={t(online ? 'crash.title' : 'pageNotLoaded.title')}
      hint={t(online ? 'pageNotLoaded.retrying' : 'pageNotLoaded.hint')}
      canRetry={online}
    />
  );
}

/** A page that cannot be shown. Retrying reloads the app, which also replaces an old version. */
export function FailedPage({ title, hint, canRetry = true }: { title: string; hint: string; canRetry?: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex
      role="alert"
      direction="column"
      align="center"
      justify="center"
      textAlign="center"
      gap="3"
      minH="60dvh"
      px="4"
    >
      <Mark size={32} color="text.muted" />
      <Heading as="h1" textStyle="xl" fontWeight="semibold">
        {title}
      </Heading>
      <Text color="text.muted">{hint}</Text>
      {canRetry && (
        <Button colorPalette="accent" mt="2" onClick={() => window.location.reload()}>
          {t('tryAgain')}
        </Button>
      )}
    </Flex>
  );
}
