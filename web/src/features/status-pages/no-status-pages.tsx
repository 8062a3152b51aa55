import { Box, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { PATHS, SAMPLE_PAGE_PATH } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { inputOf, newDraft } from './editor/draft.ts';
import { PagePreview } from './editor/preview.tsx';
import { sampleGroups, sharedName } from './editor/sample.ts';

/** Instead of a list without pages: what a page of the account's monitors would look like, and how to get it. */
export default function NoStatusPages({ monitors }: { monitors: readonly WithId<Monitor>[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ timeZone }] = useState(() => Intl.DateTimeFormat().resolvedOptions());
  if (monitors.length === 0) {
    return (
      <Panel>
        <EmptyState
          title={t('pages.empty')}
          hint={t('pages.emptyNoMonitors')}
          action={
            <ButtonLink to={PATHS.newMonitor} colorPalette="accent">
              {t('pages.createMonitor')}
            </ButtonLink>
          }
        />
      </Panel>
    );
  }
  const name = sharedName(monitors);
  const title = name === '' ? t('pages.sample.title') : t('pages.sample.titleOf', { name });
  const input = inputOf({ ...newDraft(language, timeZone), title, groups: sampleGroups(monitors) });
  return (
    <Panel p={{ base: '4', sm: '6' }}>
      <Flex direction="column" gap="5">
        <Flex justify="space-between" align="center" gap="4" wrap="wrap">
          <Box flex="1 1 320px">
            <Text textStyle="lg" fontWeight="medium">
              {t('pages.empty')}
            </Text>
            <Text color="text.muted">{t('pages.emptyHint')}</Text>
          </Box>
          <ButtonLink to={SAMPLE_PAGE_PATH} colorPalette="accent">
            {t('pages.sample.create')}
          </ButtonLink>
        </Flex>
        <PagePreview input={input} slug={null} height="520px" />
      </Flex>
    </Panel>
  );
}
