import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Mark } from '../components/mark.tsx';

/** A page that could not be rendered, or the router itself. Trying again loads the app anew, which also ends an old version. */
export function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
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
        {isRouteErrorResponse(error) ? t('crash.router') : t('crash.title')}
      </Heading>
      <Text color="text.muted">{t('crash.hint')}</Text>
      <Button colorPalette="accent" mt="2" onClick={() => window.location.reload()}>
        {t('tryAgain')}
      </Button>
    </Flex>
  );
}
