import { Box, chakra, Flex, Spinner, Text } from '@chakra-ui/react';
import { type PageInput, pageCalls } from '@farwatch/core/contracts/api/pages';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import type { Logo } from './logo/logo.ts';
import { withLogo } from './logo/logo-picture.ts';

const DELAY_MS = SECOND_MS;

type Props = { input: PageInput; slug: string | null; logo?: Logo; height: string };

/** How visitors will see a page, as the server renders it. Follows the input a second after its last change. */
export function PagePreview({ input, slug, logo = null, height }: Props) {
  const { t } = useTranslation();
  const { html, failure, isLoading, retry } = usePreview(input, slug);
  return (
    <Flex direction="column" gap="2">
      {failure !== null && (
        <FailureNotice title={t('pages.preview.failed')} failure={failure} onRetry={retry} isRetrying={isLoading} />
      )}
      <Box position="relative" borderWidth="1px" borderRadius="l3" overflow="clip" bg="surface.raised" h={height}>
        {html !== null && (
          // The frame has no permissions: it runs no scripts, and has an origin of its own.
          <chakra.iframe
            title={t('pages.preview.title')}
            sandbox=""
            srcDoc={withLogo(html, logo)}
            w="full"
            h="full"
            display="block"
            borderWidth="0"
          />
        )}
        {isLoading && (
          <Flex
            role="status"
            position="absolute"
            top="2"
            insetEnd="2"
            align="center"
            gap="2"
            px="2"
            py="1"
            borderRadius="l2"
            bg="surface.raised"
            borderWidth="1px"
          >
            <Spinner size="xs" color="accent" />
            <Text textStyle="xs" color="text.muted">
              {t('pages.preview.loading')}
            </Text>
          </Flex>
        )}
      </Box>
    </Flex>
  );
}

function usePreview(input: PageInput, slug: string | null) {
  const body = JSON.stringify({ ...input, slug });
  const [first] = useState(body);
  const [shown, setShown] = useState<{ body: string | null; html: string | null; failure: unknown }>(NOTHING);
  const isCurrent = shown.body === body;
  const isUrgent = body === first;
  useEffect(() => {
    if (isCurrent) return;
    let isStale = false;
    const show = (html: string | null, failure: unknown) =>
      isStale || setShown((before) => ({ body, html: html ?? before.html, failure }));
    const timer = setTimeout(
      () =>
        // The effect depends on the input's values, not on the object.
        callApi(pageCalls.preview, { body: JSON.parse(body) as PageInput & { slug: string | null } }).then(
          ({ html }) => show(html, null),
          (thrown: unknown) => show(null, thrown),
        ),
      isUrgent ? 0 : DELAY_MS,
    );
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [body, isCurrent, isUrgent]);
  return {
    html: shown.html,
    failure: isCurrent ? shown.failure : null,
    isLoading: !isCurrent,
    retry: () => setShown((before) => ({ ...before, body: null })),
  };
}

const NOTHING = { body: null, html: null, failure: null };
