import { Box, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../components/mark.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../link-button.tsx';
import { useAppPath } from '../page-context.ts';
import { Horizon } from './horizon.tsx';
import { Width } from './part.tsx';

/** The last word: one action. */
export function Closing() {
  const { t } = useTranslation('site');
  const toApp = useAppPath();
  return (
    <Box
      as="section"
      aria-labelledby="closing-title"
      position="relative"
      overflow="hidden"
      isolation="isolate"
      borderTopWidth="1px"
    >
      <Horizon />
      <Width py={{ base: '20', md: '28' }} textAlign="center">
        <Box display="inline-block" mb="5">
          <Mark size={44} />
        </Box>
        <Heading as="h2" id="closing-title" textStyle="title">
          {t('end.title')}
        </Heading>
        <Text textStyle="lead" color="text.muted" mt="3">
          {t('end.text')}
        </Text>
        <LinkButton href={toApp(PATHS.signup)} h="12" px="6" mt="8" textStyle="lg">
          {t('end.start')}
        </LinkButton>
      </Width>
    </Box>
  );
}
