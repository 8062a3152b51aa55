import { Box, Flex, Grid, IconButton, type SystemContext, Text } from '@chakra-ui/react';
import type { i18n, TFunction } from 'i18next';
import { Pause, Play } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Flag } from '../../domain/flags/flag.tsx';
import { HourBars } from '../../domain/hour-bars/hour-bars.tsx';
import { StatusLabel, type StatusLook, StatusShape } from '../../domain/status/status.tsx';
import { useMedia } from '../../lib/browser/media.ts';
import { Mark } from '../../ui/layout/mark.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Providers } from '../providers.tsx';
import type { LocationResult, Step, Story } from './story.ts';

export const LIVE_ID_PREFIX = 'live';

/** The only part of a public page that is hydrated in the browser. Rendered the same way in the build. */
export function LiveRoot(props: { story: Story; system: SystemContext; translation: i18n }) {
  return (
    <Providers system={props.system} translation={props.translation}>
      <LiveOutage story={props.story} />
    </Providers>
  );
}

/** Its prerendered markup. */
export const LiveContext = createContext<{ html: string; story: Story } | null>(null);

/** Its container in a page. The story is stored in the document. */
export function LiveIsland() {
  const rendered = useContext(LiveContext);
  if (!rendered) throw new Error('The live part was not rendered.');
  return (
    <div
      data-live={JSON.stringify(rendered.story)}
      style={{ display: 'contents' }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that React rendered.
      dangerouslySetInnerHTML={{ __html: rendered.html }}
    />
  );
}

/** An outage, shown step by step with the app's components. */
function LiveOutage({ story }: { story: Story }) {
  const { t } = useTranslation('site');
  const { step, index, playing, toggle } = useSteps(story.steps);
  const isInteractive = useInBrowser();
  if (!step) return null;
  return (
    <Box as="figure" aria-label={t('live.label')} w="full" position="relative">
      <Panel p={{ base: '4', sm: '5' }} boxShadow="0 24px 60px -30px rgb(11 17 24 / 45%)">
        <Header step={step} url={story.url} />
        <Flex align="flex-end" justify="space-between" columnGap="4" rowGap="1.5" wrap="wrap" mt="4">
          <Text textStyle="xs" color="text.muted">
            {t('live.bars')}
          </Text>
          {/* As narrow as in the app's list. */}
          <Box flex="1 1 190px" maxW={{ sm: '238px' }}>
            <Hours story={story} step={step} />
          </Box>
        </Flex>
        <Grid mt="5" borderTopWidth="1px">
          {step.locations.map((location) => (
            <LocationRow key={location.code} location={location} />
          ))}
        </Grid>
        <Quorum step={step} />
        <Flex mt="4" gap="3" align="flex-start" justify="space-between">
          <Narration story={story} shown={index} />
          <IconButton
            size="sm"
            variant="ghost"
            flexShrink="0"
            visibility={isInteractive ? 'visible' : 'hidden'}
            aria-label={t(playing ? 'live.pause' : 'live.play')}
            onClick={toggle}
          >
            {playing ? <Pause /> : <Play />}
          </IconButton>
        </Flex>
      </Panel>
      <ChatBubble messages={story.messages} shown={step.message} />
    </Box>
  );
}

function Header({ step, url }: { step: Step; url: string }) {
  const { t } = useTranslation();
  const { t: site } = useTranslation('site');
  const down = step.status === 'down';
  return (
    <Flex justify="space-between" align="flex-start" gap="3">
      <Box minW="0">
        <Text fontWeight="semibold" textStyle="lg">
          {site('live.monitor')}
        </Text>
        <Text color="text.muted" textStyle="sm" truncate>
          {url.replace('https://', '')}
        </Text>
      </Box>
      <StatusLabel look={down ? 'down' : 'up'} text={t(down ? 'status.DOWN' : 'status.UP')} />
    </Flex>
  );
}

/** The bars have hours in the viewer's time zone, so they are rendered again in the browser. */
function Hours({ story, step }: { story: Story; step: Step }) {
  const isInteractive = useInBrowser();
  return <HourBars key={String(isInteractive)} segments={step.segments} nowMs={story.nowMs} height="32px" />;
}

function Quorum({ step }: { step: Step }) {
  const { t } = useTranslation('site');
  const counts = { down: step.down.length, counting: step.locations.length };
  const verdict = step.status === 'down' ? 'most' : counts.down > 0 ? 'one' : 'none';
  return (
    <Flex
      mt="2"
      bg="surface.sunken"
      borderRadius="l2"
      px="3"
      py="2"
      gap="3"
      justify="space-between"
      wrap="wrap"
      textStyle="sm"
    >
      <Text fontWeight="medium">{t('live.quorum', counts)}</Text>
      <Text color="text.muted">{t(`live.verdict.${verdict}`)}</Text>
    </Flex>
  );
}

/** All sentences share one grid cell, so that nothing below moves when they change. */
function Narration({ story, shown }: { story: Story; shown: number }) {
  const { t } = useTranslation('site');
  return (
    <Grid minW="0" flex="1">
      {story.steps.map((step, index) => (
        <Box
          key={step.name}
          gridArea="1 / 1"
          aria-hidden={index !== shown}
          visibility={index === shown ? 'visible' : 'hidden'}
          opacity={index === shown ? 1 : 0}
          transition="opacity 180ms"
        >
          <Text as="span" color="accent" fontWeight="semibold" mr="2" whiteSpace="nowrap">
            {clock(step.afterMs, t)}
          </Text>
          {t(`live.step.${step.name}`)}
        </Box>
      ))}
    </Grid>
  );
}

/** The time since the first failing check: '+6 s', '+4:00'. */
function clock(afterMs: number | null, t: TFunction<'site'>): string {
  if (afterMs === null) return '03:11';
  const seconds = Math.round(afterMs / 1000);
  if (seconds < 60) return t('live.after', { count: seconds });
  return `+${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const LOOKS: Record<LocationResult['result'], StatusLook> = {
  up: 'up',
  retry: 'pending',
  rechecking: 'pending',
  down: 'down',
};

/** The result at one location. */
function LocationRow({ location: { code, result, ms } }: { location: LocationResult }) {
  const { t } = useTranslation();
  const { t: site } = useTranslation('site');
  return (
    <Flex align="center" gap="2.5" h="10" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} textStyle="sm">
      <Flag code={code} />
      <Text fontWeight="medium">{t(`locations.${code}`)}</Text>
      <Flex ml="auto" align="center" gap="2" color={result === 'up' ? 'text.muted' : 'text'}>
        <StatusShape look={LOOKS[result]} />
        {site(`live.result.${result}`, { ms })}
      </Flex>
    </Flex>
  );
}

const FIRST_STEP = 'alerted';

/**
 * Plays the steps in a loop, starting with the alert. Nothing moves if reduced motion is preferred, while paused, or
 * while the page is hidden.
 */
function useSteps(steps: readonly Step[]) {
  const reducesMotion = useMedia('(prefers-reduced-motion: reduce)');
  const visible = useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ name }) => name === FIRST_STEP),
    ),
  );
  const playing = chosen ?? !reducesMotion;
  const step = steps[index] ?? steps[0];
  const holdMs = step?.holdMs ?? 0;

  useEffect(() => {
    if (!playing || !visible) return;
    const timer = setTimeout(() => setIndex((index + 1) % steps.length), holdMs);
    return () => clearTimeout(timer);
  }, [playing, visible, index, holdMs, steps.length]);

  return { step, index, playing, toggle: () => setChosen(!playing) };
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const never = () => () => {};

/** Whether this runs in the browser after hydration, not in the build or during hydration. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

type ChatBubbleProps = { messages: Story['messages']; shown: Step['message'] };

/** The chat message, exactly as it is sent. All messages have the same size, so that nothing moves. */
function ChatBubble({ messages, shown }: ChatBubbleProps) {
  const { t } = useTranslation('site');
  const bubbles = [
    { name: 'none', text: t('live.quiet') },
    { name: 'outage', text: messages.outage },
    { name: 'recovery', text: messages.recovery },
  ] as const;
  return (
    <ChatPanel>
      <Flex align="center" gap="2" mb="2">
        <Mark size={18} />
        <Text textStyle="xs" color="text.muted" fontWeight="medium">
          {t('live.chat')}
        </Text>
      </Flex>
      <Grid>
        {bubbles.map(({ name, text }) => (
          <Text
            key={name}
            gridArea="1 / 1"
            textStyle="sm"
            whiteSpace="pre-line"
            overflowWrap="anywhere"
            color={name === 'none' ? 'text.muted' : 'text'}
            aria-hidden={name !== shown}
            visibility={name === shown ? 'visible' : 'hidden'}
            opacity={name === shown ? 1 : 0}
            transform={name === shown ? 'none' : 'translateY(6px)'}
            transition="opacity 180ms, transform 180ms"
          >
            <Dot text={text} />
            {text.replace(DOTS, '')}
          </Text>
        ))}
      </Grid>
    </ChatPanel>
  );
}

const DOTS = /^(🔴|🟢) /u;

/** Draws the emoji at the start of a message, because not every system has a glyph for it. */
function Dot({ text }: { text: string }) {
  const dot = DOTS.exec(text)?.[1];
  if (!dot) return null;
  return (
    <Box
      as="span"
      role="img"
      aria-label={dot}
      display="inline-block"
      boxSize="2.5"
      mr="2"
      borderRadius="full"
      bg={dot === '🔴' ? 'status.down' : 'status.up'}
    />
  );
}

function ChatPanel({ children }: { children: ReactNode }) {
  return (
    <Box
      bg="accent.subtle"
      borderWidth="1px"
      borderRadius="14px 14px 14px 4px"
      px="4"
      py="3"
      mt="3"
      ml={{ base: '0', sm: '8' }}
      mr={{ base: '0', lg: '-6' }}
    >
      {children}
    </Box>
  );
}
