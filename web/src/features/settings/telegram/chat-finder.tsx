import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { notificationCalls, type TelegramChats } from '@farwatch/core/contracts/api/notifications';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { RadioField } from '../../../components/form/radio-field.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { type Outcome, OutcomeNotice } from '../saving.tsx';

/** `filled`: the only chat found has been filled in. */
type Search = { searching: boolean; found: TelegramChats | null; filled: boolean; outcome: Outcome };

const NONE: Search = { searching: false, found: null, filled: false, outcome: null };

/**
 * Searches for a bot's chats. `fillChat` receives the id of the only chat found, and returns whether it filled it in.
 */
export function useChatFinder(fillChat: (chatId: string) => boolean) {
  const [state, setState] = useState(NONE);
  // Discards results for a token that was replaced during the search.
  const latest = useRef(0);

  async function search(botToken: string) {
    latest.current += 1;
    const current = latest.current;
    setState({ ...NONE, searching: true });
    const result = await findChats(botToken);
    if (current !== latest.current) return;
    const [first, ...others] = result.found?.chats ?? [];
    const filled = first !== undefined && others.length === 0 && fillChat(first.id);
    setState({ ...NONE, ...result, filled });
  }

  function forget() {
    latest.current += 1;
    setState(NONE);
  }

  return { ...state, search: (botToken: string) => void search(botToken), forget };
}

async function findChats(botToken: string): Promise<Partial<Search>> {
  try {
    return { found: await callApi(notificationCalls.findChats, { body: { botToken: botToken } }) };
  } catch (why) {
    return { outcome: { failed: 'notifications.find.failed', why } };
  }
}

type Props = {
  ready: boolean;
  searching: boolean;
  outcome: Outcome;
  /** The result of the last search; null before the first and after the token changed. */
  found: TelegramChats | null;
  /** Whether the only chat found was filled in. */
  filled: boolean;
  chatId: string;
  onSearch: () => void;
  onChoose: (chatId: string) => void;
};

/** Finds the chats that have written to the bot, and offers them. */
export function ChatFinder({ ready, searching, outcome, found, filled, chatId, onSearch, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
        <BusyButton
          variant="outline"
          borderColor="edge"
          disabled={!ready}
          loading={searching}
          loadingText={t('notifications.find.button')}
          onClick={onSearch}
        >
          {t('notifications.find.button')}
        </BusyButton>
        <Text color="text.muted">{t(ready ? 'notifications.find.hint' : 'notifications.find.noToken')}</Text>
      </Flex>
      {outcome && <OutcomeNotice outcome={outcome} />}
      {found && <Found found={found} filled={filled} chatId={chatId} onChoose={onChoose} />}
    </Flex>
  );
}

type FoundProps = Pick<Props, 'filled' | 'chatId' | 'onChoose'> & { found: TelegramChats };

function Found({ found: { bot, chats }, filled, chatId, onChoose }: FoundProps) {
  const { t } = useTranslation();
  const [only] = chats;
  if (!only) return <NoChats bot={bot} />;
  if (!filled) return <ChatChoice chats={chats} chatId={chatId} onChoose={onChoose} />;
  return (
    <Notice kind="success">
      {t('notifications.find.one', { title: only.title, kind: t(`notifications.find.kinds.${only.kind}`) })}
    </Notice>
  );
}

/** A bot only knows chats that have written to it first. */
function NoChats({ bot }: { bot: string }) {
  const { t } = useTranslation();
  const open = (
    <Button asChild size="sm" variant="outline">
      <a href={`https://t.me/${bot}`} target="_blank" rel="noreferrer">
        {t('notifications.find.open', { bot })}
      </a>
    </Button>
  );
  return (
    <Notice kind="info" action={open}>
      {t('notifications.find.none')}
    </Notice>
  );
}

type ChoiceProps = Pick<Props, 'chatId' | 'onChoose'> & Pick<TelegramChats, 'chats'>;

function ChatChoice({ chats, chatId, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t(chats.length > 1 ? 'notifications.find.several' : 'notifications.find.offered')}
      </chakra.legend>
      {chats.map(({ id, kind, title }) => (
        <RadioField key={id} name={name} checked={id === chatId} isTall onChoose={() => onChoose(id)}>
          <Flex flex="1" minW="0" columnGap="3" wrap="wrap">
            <chakra.bdi overflowWrap="anywhere">{title}</chakra.bdi>
            <Text color="text.muted">
              {t(`notifications.find.kinds.${kind}`)} · {id}
            </Text>
          </Flex>
        </RadioField>
      ))}
    </chakra.fieldset>
  );
}
