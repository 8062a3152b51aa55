import { Button, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import {
  type NotificationInput,
  notificationCalls,
  type notificationInputSchema,
  type TelegramChats,
} from '@farwatch/core/contracts/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ParseKeys } from 'i18next';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatusLabel } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { SettingsCard } from '../layout.tsx';
import { type Outcome, OutcomeNotice, useSave } from '../saving.tsx';
import { captureSent } from '../stored-form.ts';
import { HelpGuide } from './help-guide.tsx';
import { canTest, editToken, isVerified } from './telegram-draft.ts';

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
  /** Nothing can be saved while a test runs. */
  onTesting: (testing: boolean) => void;
  /** Called for a change that triggers no change event of the form. */
  onChosen: () => void;
};

/** The bot and the chat, whose test saves only these two. */
export function TelegramPart({ form, stored, saving, discards, onSaved, onTesting, onChosen }: Props) {
  const { t } = useTranslation();
  const test = useSave('notifications.testFailed');
  const finder = useChatFinder(fillChat);
  const chatBefore = useRef('');
  const { control } = form;
  const { errors } = form.formState;
  const draft = useWatch({ control, name: 'telegram' });
  // Registered before the chat: the first of two invalid fields gets the focus.
  const token = useController({ control, name: 'telegram.botToken', rules: { onChange: forgetTests } });
  const forget = useRef(forgetTests);
  forget.current = forgetTests;
  useEffect(() => {
    if (discards > 0) forget.current();
  }, [discards]);
  useEffect(() => onTesting(test.busy), [test.busy, onTesting]);

  const runTest = form.handleSubmit(({ telegram: { botToken, chatId } }) =>
    test.run(async () => {
      const applyStored = captureSent(form, CHAT);
      const saved = await callApi(notificationCalls.verify, { body: { botToken, chatId } });
      applyStored(saved);
      await onSaved(saved);
      return { done: 'notifications.tested', ...afterTest(saved.telegram) };
    }),
  );

  /** The first test of a chat also switches alerts on, which is then to be saved; later ones keep the switch. */
  function afterTest({ enabled }: { enabled: boolean }): { also?: ParseKeys } {
    if (enabled || form.getValues('telegram.enabled')) return {};
    if (stored.telegram.verified) return { also: 'notifications.testedOff' };
    form.setValue('telegram.enabled', true, { shouldDirty: true });
    return { also: 'notifications.testedNew' };
  }

  function chooseChat(chatId: string) {
    form.setValue('telegram.chatId', chatId, { shouldDirty: true, shouldValidate: true });
    onChosen();
    test.forget();
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
    test.forget();
    finder.forget();
  }

  return (
    <>
      <SettingsCard title={t('notifications.telegram')} text={t('notifications.telegramText')}>
        <Controller
          control={control}
          name="telegram.enabled"
          render={({ field }) => (
            <SwitchField label={t('notifications.enabled')} checked={field.value} onChange={field.onChange} />
          )}
        />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TokenField
            ref={token.field.ref}
            value={token.field.value}
            mask={stored.telegram.botToken}
            error={errors.telegram?.botToken && t('notifications.tokenBad')}
            onChange={token.field.onChange}
          />
          <TextField
            label={t('notifications.chat')}
            hint={t('notifications.chatHint')}
            error={errors.telegram?.chatId && t('notifications.chatBad')}
            autoComplete="off"
            {...form.register('telegram.chatId', { onChange: test.forget })}
          />
        </SimpleGrid>
        <ChatFinder
          ready={draft.botToken.trim() !== ''}
          searching={finder.searching}
          outcome={finder.outcome}
          found={finder.found}
          filled={finder.filled}
          chatId={draft.chatId}
          onSearch={() => void search()}
          onChoose={chooseChat}
        />
        <TelegramTest
          complete={canTest(draft)}
          verified={isVerified(stored.telegram, draft)}
          testing={test.busy}
          disabled={saving}
          outcome={test.outcome}
          onTest={() => void runTest()}
        />
      </SettingsCard>
      <HelpGuide hasStarted={stored.telegram.botToken !== ''} />
    </>
  );
}

type TokenProps = {
  value: string;
  /** The mask of the stored token; empty for none. */
  mask: string;
  error: string | undefined;
  onChange: (token: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** The bot token: hidden, and once stored shown only as a mask, which typing replaces. */
function TokenField({ value, mask, error, onChange, ref }: TokenProps) {
  const { t } = useTranslation();
  const isStored = mask !== '' && value === mask;
  return (
    <PasswordField
      ref={ref}
      label={t('notifications.token')}
      hint={isStored ? t('notifications.tokenStored', { mask }) : t('notifications.tokenHint')}
      toggle={{ show: t('notifications.showToken'), hide: t('notifications.hideToken') }}
      error={error}
      // With any other value browsers fill in a saved password.
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onFocus={(event) => isStored && event.currentTarget.select()}
      onChange={(event) => onChange(editToken(value, event.currentTarget.value, mask))}
    />
  );
}

type TelegramTestProps = {
  /** Both token and chat are filled in. */
  complete: boolean;
  verified: boolean;
  testing: boolean;
  disabled: boolean;
  outcome: Outcome;
  onTest: () => void;
};

/** Whether messages reach the chat, and a button that tests it by sending one. */
function TelegramTest({ complete, verified, testing, disabled, outcome, onTest }: TelegramTestProps) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      <Flex align="center" gap="4" wrap="wrap">
        <BusyButton
          variant="outline"
          borderColor="edge"
          disabled={!complete || disabled}
          loading={testing}
          loadingText={t('notifications.test')}
          onClick={onTest}
        >
          {t('notifications.test')}
        </BusyButton>
        {complete ? (
          <StatusLabel
            look={verified ? 'up' : 'pending'}
            text={verified ? t('notifications.verified') : t('notifications.unverified')}
          />
        ) : (
          <Text color="text.muted">{t('notifications.incomplete')}</Text>
        )}
      </Flex>
      {outcome && <OutcomeNotice outcome={outcome} />}
    </Flex>
  );
}

/** `filled`: the only chat found has been filled in. */
type Search = { searching: boolean; found: TelegramChats | null; filled: boolean; outcome: Outcome };

const NONE: Search = { searching: false, found: null, filled: false, outcome: null };

/**
 * Searches for a bot's chats. `fillChat` receives the id of the only chat found, and returns whether it filled it in.
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
  } catch (why) {
    return { outcome: { failed: 'notifications.find.failed', why } };
  }
}

type ChatFinderProps = {
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
function ChatFinder({ ready, searching, outcome, found, filled, chatId, onSearch, onChoose }: ChatFinderProps) {
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
