import { Flex, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { copyMonitorPath } from '../../lib/navigation/paths.ts';

/** Leads to the form of a new monitor with the same settings. */
export function CopyZone({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  return (
    <Panel as="section" p={{ base: '4', sm: '6' }}>
      <Flex align="center" justify="space-between" gap="4" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.copyTitle')}
          </Heading>
          <Text color="text.muted">{t('form.copyText')}</Text>
        </Flex>
        <ButtonLink to={copyMonitorPath(monitorId)} variant="outline" borderColor="edge">
          {t('form.copy')}
        </ButtonLink>
      </Flex>
    </Panel>
  );
}
