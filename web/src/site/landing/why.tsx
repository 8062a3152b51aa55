import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import { CostDrawing, FilledDrawing, OutboxDrawing, VoteDrawing } from './drawings.tsx';
import { Part } from './part.tsx';

const REASONS: readonly { name: 'false' | 'lost' | 'offline' | 'slow'; drawing: ReactNode }[] = [
  { name: 'false', drawing: <VoteDrawing /> },
  { name: 'lost', drawing: <OutboxDrawing /> },
  { name: 'offline', drawing: <FilledDrawing /> },
  { name: 'slow', drawing: <CostDrawing /> },
];

/** Reasons to choose Farwatch: how monitoring fails, and how Farwatch prevents it. */
export function Why() {
  const { t } = useTranslation('site');
  return (
    <Part id="why" eyebrow={t('why.eyebrow')} title={t('why.title')} text={t('why.text')}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        gap="5"
        mt={{ base: '10', md: '14' }}
      >
        {REASONS.map(({ name, drawing }) => (
          <Panel key={name} display="flex" flexDirection="column" overflow="hidden">
            <Flex
              direction="column"
              justify="center"
              bg="surface.sunken"
              borderBottomWidth="1px"
              px={{ base: '5', md: '8' }}
              py="7"
              minH="196px"
              aria-hidden="true"
            >
              {drawing}
            </Flex>
            <Box p={{ base: '5', md: '8' }}>
              <Text color="text.muted" fontWeight="medium">
                {t(`why.${name}.problem`)}
              </Text>
              <Heading as="h3" textStyle="xl" fontWeight="semibold" mt="1">
                {t(`why.${name}.title`)}
              </Heading>
              <Text textStyle="lg" color="text.muted" mt="3">
                {t(`why.${name}.text`)}
              </Text>
            </Box>
          </Panel>
        ))}
      </Grid>
    </Part>
  );
}
