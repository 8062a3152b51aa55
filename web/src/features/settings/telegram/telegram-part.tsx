import { Button, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import {
  type NotificationInput,
  notificationCalls,
  type notificationInputSchema,
  type TelegramChats,
} from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { isMask } from '@farwatch/core/values/channels/secret';
import { useEffect, useId, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { type Saving, useSaving } from '../../../lib/api/use-saving.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { SettingsCard } from '../layout.tsx';
import { type DoneTexts, OutcomeNotice, TryButton } from '../saving.tsx';
import { SecretField } from '../secret-field.tsx';
import { captureSent } from '../stored-form.ts';
import { HelpGuide } from './help-guide.tsx';
import { canTest, isVerified } from './telegram-draft.ts';

const CHAT = ['telegram.botToken', 'telegram.chatId'] as const;

export const TELEGRAM_FIELDS = [...CHAT, 'telegram.enabled'] as const;

type Fields = z.input<typeof notificationInputSchema>;

type Props = {
  form: UseFormReturn<Fields, unknown, NotificationInput>;
  stored: NotificationSettings;
  saving: boolean;
  /** Increases each time the user discards the edits. */
  discards: number;
  /** Called after a test, which stores the settings. */
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  /** Called when a test starts and ends, because nothing can be saved while it runs. */
  onTesting: (testing: boolean) => void;
  /** Called for a change that triggers no change event of the form. */
  onChosen: () => void;
};

/** The bot and the chat, whose test saves only these two. */
export function TelegramPart({ form, stored, saving, discards, onSaved, onTesting, onChosen }: Props) {
  const { t } = useTranslation();
  const testing = useSaving<DoneTexts>({ isChange: false });
  const finder = useChatFinder(fillChat);
  const chatBefore = useRef('');
  const { control } = form;
  const { errors } = form.formState;
  const draft = useWatch({ control, name: 'telegram' });
  // Registered before the chat: the first of two invalid fields gets the focus.
  const token = useController({ control, name: 'telegram.botToken', rules: { onChange: forgetTests } });
  const botToken: string = token.field.value;
  const forget = useRef(forgetTests);
  forget.current = forgetTests;
  useEffect(() => {
    if (discards > 0) forget.current();
  }, [discards]);
  useEffect(() => onTesting(testing.isBusy), [testing.isBusy, onTesting]);

  const runTest = form.handleSubmit(({ telegram: { botToken, chatId } }) =>
    testing.save(async () => {
      const applyStored = captureSent(form, CHAT);
      const saved = await callApi(notificationCalls.verify, { body: { botToken, chatId } });
      applyStored(saved);
      await onSaved(saved);
      return ['notifications.tested', ...afterTest(saved.telegram)];
    }),
  );

  /** The first test of a chat also switches alerts on, which is then to be saved; later ones keep the switch. */
  function afterTest({ enabled }: { enabled: boolean }): DoneTexts {
    if (enabled || form.getValues('telegram.enabled')) return [];
    if (stored.telegram.verified) return ['notifications.testedOff'];
    form.setValue('telegram.enabled', true, { shouldDirty: true });
    return ['notifications.testedNew'];
  }

  function chooseChat(chatId: string) {
    form.setValue('telegram.chatId', chatId, { shouldDirty: true, shouldValidate: true });
    onChosen();
    testing.forget();
  }

  /** Does not overwrite a chat that the user entered during the search. */
  function fillChat(chatId: string): boolean {
    const isUntouched = form.getValues('telegram.chatId') === chatBefore.current;
    if (isUntouched) chooseChat(chatId);
    return isUntouched;
  }

  async function search() {
    const { botToken, chatId } = form.getValues('telegram');
    chatBefore.current = chatId;
    if (await form.trigger('telegram.botToken', { shouldFocus: true })) finder.search(botToken);
  }

  function forgetTests() {
    testing.forget();
    finder.forget();
  }

  return (
    <>
      <SettingsCard id="telegram" title={t('notifications.telegram')} text={t('notifications.telegramText')}>
        <Controller
          control={control}
          name="telegram.enabled"
          render={({ field }) => (
            <SwitchField label={t('notifications.enabled')} checked={field.value} onChange={field.onChange} />
          )}
        />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <SecretField
            ref={token.field.ref}
            label={t('notifications.token')}
            hint={isMask(botToken) ? t('notifications.tokenStored', { mask: botToken }) : t('notifications.tokenHint')}
            toggle={{ show: t('notifications.showToken'), hide: t('notifications.hideToken') }}
            error={errors.telegram?.botToken && t('notifications.tokenBad')}
            value={botToken}
            onChange={token.field.onChange}
          />
          <TextField
            label={t('notifications.chat')}
            hint={t('notifications.chatHint')}
            error={errors.telegram?.chatId && t('notifications.chatBad')}
            autoComplete="off"
            {...form.register('telegram.chatId', { onChange: testing.forget })}
          />
        </SimpleGrid>
        <ChatFinder
          ready={draft.botToken.trim() !== ''}
          searching={finder.searching}
          failure={finder.failure}
          found={finder.found}
          filled={finder.filled}
          chatId={draft.chatId}
          onSearch={() => void search()}
          onChoose={chooseChat}
        />
        <TelegramTest
          complete={canTest(draft)}
          verified={isVerified(stored.telegram, draft)}
          testing={testing}
          disabled={saving}
          onTest={() => void runTest()}
        />
      </SettingsCard>
      <HelpGuide />
    </>
  );
}

type TelegramTestProps = {
  /** Both token and chat are filled in. */
  complete: boolean;
  verified: boolean;
  testing: Pick<Saving<DoneTexts>, 'isBusy' | 'done' | 'failure'>;
  disabled: boolean;
  onTest: () => void;
};

/** Whether messages reach the chat, and a button that tests it by sending one. */
function TelegramTest({ complete, verified, testing, disabled, onTest }: TelegramTestProps) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex align="center" gap="4" wrap="wrap">
        <TryButton
          text={t('notifications.test')}
          isBusy={testing.isBusy}
          disabled={!complete || disabled}
          onClick={onTest}
        />
        {complete ? (
          <StatusLabel
            look={verified ? 'up' : 'pending'}
            text={verified ? t('notifications.verified') : t('notifications.unverified')}
          />
        ) : (
          <Text color="text.muted">{t('notifications.incomplete')}</Text>
        )}
      </Flex>
      <OutcomeNotice saving={testing} failed="notifications.testFailed" />
    </Flex>
  );
}

/** The state of a search for chats. */
type Search = {
  searching: boolean;
  found: TelegramChats | null;
  /** Whether the only chat found has been filled in. */
  filled: boolean;
  failure: unknown;
};

const NONE: Search = { searching: false, found: null, filled: false, failure: null };

/**
 * Searches for a bot's chats; another token ends a search, unlike a save. `fillChat` receives the id of the only chat found, and returns whether it filled it in.
 */
function useChatFinder(fillChat: (chatId: string) => boolean) {
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
  } catch (failure) {
    return { failure };
  }
}

type ChatFinderProps = {
  ready: boolean;
  searching: boolean;
  failure: unknown;
  /** The result of the last search; null before the first and after the token changed. */
  found: TelegramChats | null;
  /** Whether the only chat found was filled in. */
  filled: boolean;
  chatId: string;
  onSearch: () => void;
  onChoose: (chatId: string) => void;
};

/** Finds the chats that have written to the bot, and offers them. */
function ChatFinder({ ready, searching, failure, found, filled, chatId, onSearch, onChoose }: ChatFinderProps) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
        <TryButton text={t('notifications.find.button')} isBusy={searching} disabled={!ready} onClick={onSearch} />
        <Text color="text.muted">{t(ready ? 'notifications.find.hint' : 'notifications.find.noToken')}</Text>
      </Flex>
      <OutcomeNotice saving={{ done: undefined, failure }} failed="notifications.find.failed" />
      {found && <Found found={found} filled={filled} chatId={chatId} onChoose={onChoose} />}
    </Flex>
  );
}

type FoundProps = Pick<ChatFinderProps, 'filled' | 'chatId' | 'onChoose'> & { found: TelegramChats };

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

type ChoiceProps = Pick<ChatFinderProps, 'chatId' | 'onChoose'> & Pick<TelegramChats, 'chats'>;

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
