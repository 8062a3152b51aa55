import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import type { LocationCode } from '@farwatch/core/values/locations';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../domain/flags/flag.tsx';
import { barStyles } from '../../domain/hour-bars/bar-styles.ts';
import { StatusShape } from '../../domain/status/status.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
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

const VOTES: readonly { code: LocationCode; look: 'up' | 'down' }[] = [
  { code: 'tw', look: 'up' },
  { code: 'th', look: 'up' },
  { code: 'bd', look: 'down' },
];

/** Draws a vote: one location fails and two succeed, so there is no alert. */
function VoteDrawing() {
  const { t } = useTranslation();
  const { t: site } = useTranslation('site');
  return (
    <>
      <Grid templateColumns="repeat(3, minmax(0, 1fr))" gap="2">
        {VOTES.map(({ code, look }) => (
          <Flex
            key={code}
            direction="column"
            gap="3"
            bg="surface.raised"
            borderWidth="1px"
            borderRadius="l2"
            p={{ base: '3', md: '2', lg: '3' }}
            minW="0"
          >
            <Flex align="center" justify="space-between">
              <Flag code={code} />
              <StatusShape look={look} size={14} />
            </Flex>
            <Text textStyle="sm" fontWeight="medium" truncate>
              {t(`locations.${code}`)}
            </Text>
          </Flex>
        ))}
      </Grid>
      <Flex align="center" gap="2" mt="4" textStyle="sm" fontWeight="medium">
        <StatusShape look="up" />
        {site('why.false.verdict')}
      </Flex>
    </>
  );
}

const OUTBOX = [
  { step: 'written', at: '03:12:06.0', look: 'up' },
  { step: 'refused', at: '03:12:06.4', look: 'pending' },
  { step: 'sent', at: '03:12:11.4', look: 'up' },
] as const;

/** An alert on its way through the outbox. */
function OutboxDrawing() {
  const { t } = useTranslation('site');
  return (
    <Grid gap="0">
      {OUTBOX.map(({ step, at, look }, index) => (
        <Flex key={step} gap="3" align="flex-start" textStyle="sm" position="relative" pb={index < 2 ? '4' : '0'}>
          {index < 2 && <Box position="absolute" left="5.5px" top="18px" bottom="-4px" w="1px" bg="edge" />}
          <Box mt="1">
            <StatusShape look={look} />
          </Box>
          <Text flex="1" fontWeight="medium">
            {t(`why.lost.steps.${step}`)}
          </Text>
          <Text color="text.muted" display={{ base: 'none', sm: 'block' }}>
            {at}
          </Text>
        </Flex>
      ))}
    </Grid>
  );
}

const HOURS = Array.from({ length: 24 }, (_, index) => index);
const OFFLINE = { from: 13, to: 18 };

/** The hours in which an agent was offline: missing first, complete afterwards. */
function FilledDrawing() {
  const { t } = useTranslation('site');
  const isOffline = (hour: number) => hour >= OFFLINE.from && hour < OFFLINE.to;
  return (
    <Grid gap="4">
      {(['before', 'after'] as const).map((when) => (
        <Box key={when}>
          <Box css={{ ...barStyles, '& > i': { flex: '1 1 0', minWidth: '4px' } }} height="26px">
            {HOURS.filter((hour) => when === 'after' || hour < OFFLINE.to).map((hour) => (
              <span key={hour} data-state={when === 'before' && isOffline(hour) ? 'PENDING' : 'UP'} />
            ))}
            {when === 'before' && HOURS.filter((hour) => hour >= OFFLINE.to).map((hour) => <i key={hour} />)}
          </Box>
          <Text textStyle="sm" color="text.muted" mt="1.5">
            {t(`why.offline.${when}`)}
          </Text>
        </Box>
      ))}
    </Grid>
  );
}

/** Draws what a report costs for one endpoint and for many. */
function CostDrawing() {
  const { t } = useTranslation('site');
  return (
    <Grid gap="4">
      {(['one', 'many'] as const).map((size) => (
        <Box key={size}>
          <Flex justify="space-between" textStyle="sm" mb="1.5">
            <Text fontWeight="medium">{t(`why.slow.${size}`)}</Text>
            <Text color="text.muted">{t('why.slow.cost')}</Text>
          </Flex>
          <Grid templateColumns="repeat(4, 1fr)" gap="1">
            <Box h="3.5" borderRadius="l1" borderWidth="1.5px" borderColor="accent" />
            <Box h="3.5" borderRadius="l1" bg="accent.solid" />
            <Box h="3.5" borderRadius="l1" bg="accent.solid" />
            <Box h="3.5" borderRadius="l1" bg="accent.solid" />
          </Grid>
        </Box>
      ))}
    </Grid>
  );
}
