import { Box, chakra, Flex } from '@chakra-ui/react';
import { Bot, Check, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/layout/panel.tsx';

const GUIDE_STEPS = ['bot', 'start', 'find', 'test'] as const;

/** How to set up Telegram, step by step with pictures. */
export function HelpGuide() {
  const { t } = useTranslation();
  return (
    <Panel as="section" aria-label={t('notifications.guide.title')}>
      <chakra.details>
        <chakra.summary
          px={{ base: '4', sm: '6' }}
          py="3"
          minH="11"
          fontWeight="medium"
          cursor="pointer"
          borderRadius="l3"
          focusVisibleRing="outside"
        >
          {t('notifications.guide.title')}
        </chakra.summary>
        <chakra.ol
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 264px), 1fr))"
          gap="6"
          px={{ base: '4', sm: '6' }}
          pt="2"
          pb="6"
          listStyleType="none"
        >
          {GUIDE_STEPS.map((step, index) => (
            <li key={step}>
              <GuidePicture step={step} />
              <chakra.h3 mt="3" fontWeight="medium">
                {index + 1}. {t(`notifications.guide.${step}.title`)}
              </chakra.h3>
              <Box color="text.muted" whiteSpace="pre-line" overflowWrap="anywhere" mt="1">
                {t(`notifications.guide.${step}.text`)}
              </Box>
            </li>
          ))}
        </chakra.ol>
      </chakra.details>
    </Panel>
  );
}

type Step = (typeof GUIDE_STEPS)[number];

const PICTURES: Record<Step, () => ReactNode> = { bot: NewBot, start: Start, find: Find, test: Test };

/** A drawing of a step; hidden from screen readers, because the step's text covers it. */
function GuidePicture({ step }: { step: Step }) {
  const Picture = PICTURES[step];
  return (
    <Box aria-hidden="true" h="176px" overflow="hidden" borderWidth="1px" borderRadius="l2" bg="surface" textStyle="xs">
      <Picture />
    </Box>
  );
}

function NewBot() {
  const { t } = useTranslation();
  return (
    <Chat name="BotFather">
      <Message outgoing>/newbot</Message>
      <Message>{t('notifications.guide.bot.answer')}</Message>
      <Message>
        <Key>123456789:AAE4xk…</Key>
      </Message>
    </Chat>
  );
}

function Start() {
  const { t } = useTranslation();
  return (
    <Chat
      name={t('notifications.guide.botName')}
      foot={
        <Flex h="9" align="center" justify="center" borderTopWidth="1px" color="accent" fontWeight="semibold">
          {t('notifications.guide.start.button')}
        </Flex>
      }
    >
      <Message outgoing>/start</Message>
    </Chat>
  );
}

/** The form's button and the chats it offers. */
function Find() {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3" p="4">
      <Box
        alignSelf="flex-start"
        px="3"
        py="1.5"
        borderWidth="1px"
        borderColor="edge"
        borderRadius="l2"
        bg="surface.raised"
      >
        {t('notifications.find.button')}
      </Box>
      <Found name={t('notifications.guide.find.you')} id="1001" />
      <Found name={t('notifications.guide.find.team')} id="-1002" chosen />
    </Flex>
  );
}

function Found({ name, id, chosen = false }: { name: string; id: string; chosen?: boolean }) {
  return (
    <Flex
      align="center"
      gap="2"
      h="9"
      px="3"
      borderRadius="l2"
      bg={chosen ? 'accent.subtle' : 'surface.raised'}
      borderWidth="1px"
    >
      <Box
        boxSize="3"
        borderRadius="full"
        borderWidth={chosen ? '4px' : '1px'}
        borderColor={chosen ? 'accent' : 'edge'}
      />
      <Box flex="1">{name}</Box>
      <Key>{id}</Key>
    </Flex>
  );
}

function Test() {
  const { t } = useTranslation();
  return (
    <Chat name={t('notifications.guide.botName')}>
      <Message>
        <Flex gap="2" align="flex-start">
          <Box flexShrink="0" mt="0.5" color="status.up">
            <Check size={14} />
          </Box>
          {t('notifications.guide.test.message')}
        </Flex>
      </Message>
    </Chat>
  );
}

/** A messenger's chat: its name at the top, the messages below. */
function Chat({ name, foot, children }: { name: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <Flex direction="column" h="full">
      <Flex
        align="center"
        gap="2"
        h="10"
        px="3"
        flexShrink="0"
        borderBottomWidth="1px"
        bg="surface.raised"
        fontWeight="medium"
      >
        <Flex boxSize="6" align="center" justify="center" borderRadius="full" bg="accent.subtle" color="accent">
          <Bot size={14} />
        </Flex>
        {name}
        <Box ms="auto" color="text.muted">
          <Send size={14} />
        </Box>
      </Flex>
      <Flex direction="column" flex="1" gap="2" p="3" justify="center">
        {children}
      </Flex>
      {foot}
    </Flex>
  );
}

function Message({ outgoing = false, children }: { outgoing?: boolean; children: ReactNode }) {
  return (
    <Box
      alignSelf={outgoing ? 'flex-end' : 'flex-start'}
      maxW="90%"
      px="3"
      py="1.5"
      borderRadius="l3"
      borderWidth="1px"
      bg={outgoing ? 'accent.subtle' : 'surface.raised'}
    >
      {children}
    </Box>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <chakra.span fontFamily="mono" color="accent">
      {children}
    </chakra.span>
  );
}
