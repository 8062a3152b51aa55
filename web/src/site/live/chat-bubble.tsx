import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../components/layout/mark.tsx';
import type { Step, Story } from './story.ts';

type Props = { messages: Story['messages']; shown: Step['message'] };

/** The chat message, exactly as it is sent. All messages have the same size, so that nothing moves. */
export function ChatBubble({ messages, shown }: Props) {
  const { t } = useTranslation('site');
  const bubbles = [
    { name: 'none', text: t('live.quiet') },
    { name: 'outage', text: messages.outage },
    { name: 'recovery', text: messages.recovery },
  ] as const;
  return (
    <Panel>
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
    </Panel>
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

function Panel({ children }: { children: ReactNode }) {
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
