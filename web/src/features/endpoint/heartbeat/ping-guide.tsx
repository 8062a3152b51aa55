import { Box, Flex, Tabs, Text } from '@chakra-ui/react';
import type { EndpointDetail } from '@farwatch/core/contracts/api/endpoints';
import { SNIPPETS, type SnippetName, snippetOf } from '@farwatch/core/texts/ping-snippets';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandBlock } from '../../../components/form/command-block.tsx';
import { CopyField } from '../../../components/form/copy.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { ReplacePingUrl } from './replace-ping-url.tsx';

/** `endpoint`: undefined while it loads. */
type Props = { endpoint: EndpointDetail | undefined; onReplaced: (after: EndpointDetail) => void };

/** The URLs that the job pings, and how to do that in several languages. */
export function PingGuide({ endpoint, onReplaced }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<SnippetName>('curl');
  const pingUrl = endpoint?.pingUrl ?? null;
  const namedPingUrl = endpoint?.namedPingUrl ?? null;
  const copyLabel = t('heartbeat.copy');
  const shared = { placeholder: t('heartbeat.loading'), copyLabel };
  return (
    <Section title={t('heartbeat.guide')}>
      <Flex direction="column" gap="4" px="4" pb="4">
        <Text color="text.muted">{t('heartbeat.guideText')}</Text>
        <CopyField label={t('heartbeat.url')} text={pingUrl} {...shared} />
        {pingUrl && (
          <Tabs.Root
            value={shown}
            onValueChange={({ value }) => setShown(SNIPPETS.find((each) => each === value) ?? 'curl')}
            variant="line"
            lazyMount
          >
            <Tabs.List aria-label={t('heartbeat.programs')} colorPalette="accent" flexWrap="wrap">
              {SNIPPETS.map((each) => (
                <Tabs.Trigger key={each} value={each} h={{ base: '11', sm: '10' }}>
                  {t(`heartbeat.snippets.${each}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {SNIPPETS.map((each) => (
              <Tabs.Content key={each} value={each} p="0" pt="4">
                <CommandBlock command={snippetOf(each, pingUrl)} />
              </Tabs.Content>
            ))}
          </Tabs.Root>
        )}
        <Box>
          <CopyField label={t('heartbeat.namedUrl')} text={namedPingUrl} {...shared} />
          <Text mt="1" textStyle="sm" color="text.muted">
            {t('heartbeat.namedUrlText')}
          </Text>
        </Box>
        <Text textStyle="sm" color="text.muted">
          {t('heartbeat.secret')}
        </Text>
        {endpoint && pingUrl && <ReplacePingUrl endpoint={endpoint} pingUrl={pingUrl} onReplaced={onReplaced} />}
      </Flex>
    </Section>
  );
}
