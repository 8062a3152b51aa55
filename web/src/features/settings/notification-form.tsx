import { chakra, SimpleGrid } from '@chakra-ui/react';
import { notificationCalls } from '@farwatch/core/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useRef } from 'react';
import { Controller, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/form/text-field.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ChatFinder } from './chat-finder.tsx';
import { HelpGuide } from './help-guide.tsx';
import { SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { SeverityField } from './severity-field.tsx';
import { SilenceField } from './silence-field.tsx';
import { sending } from './stored-form.ts';
import { SwitchField } from './switch-field.tsx';
import { canTest, isVerified } from './telegram-draft.ts';
import { TelegramTest } from './telegram-test.tsx';
import { TokenField } from './token-field.tsx';
import { useChatFinder } from './use-chat-finder.ts';
import { useSave } from './use-save.ts';
import { useStoredForm } from './use-stored-form.ts';

const CHAT = ['telegram.bot_token', 'telegram.chat_id'] as const;
const ALL = [...CHAT, 'telegram.enabled', 'thresholds.severity', 'thresholds.silence_period'] as const;

type Props = {
  stored: NotificationSettings;
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  onDirty: (dirty: boolean) => void;
  /** Stands between the form and its bar. */
  children: ReactNode;
};

/** Telegram and the thresholds, saved together; the test of a chat saves that chat alone. */
export function NotificationForm({ stored, onSaved, onDirty, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const save = useSave('notifications.saveFailed');
  const test = useSave('notifications.testFailed');
  const finder = useChatFinder(takeOnly);
  const chatBefore = useRef('');
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(notificationCalls.save.body), onDirty);
  const { control } = form;
  const { errors } = form.formState;
  const typed = useWatch({ control, name: 'telegram' });
  // Before the chat is registered: the first of two bad fields gets the focus.
  const token = useController({ control, name: 'telegram.bot_token', rules: { onChange: forgetTests } });

  const submit = form.handleSubmit((body) =>
    save.run(async () => {
      const settle = sending(form, ALL);
      const saved = await callApi(notificationCalls.save, { body });
      settle(saved);
      await onSaved(saved);
      return { done: 'notifications.saved' };
    }),
  );

  const tryOut = form.handleSubmit(({ telegram: { bot_token, chat_id } }) =>
    test.run(async () => {
      const settle = sending(form, CHAT);
      const body = { bot_token, chat_id };
      const saved = await callApi(notificationCalls.verify, { body });
      settle(saved);
      await onSaved(saved);
      return { done: 'notifications.tested', ...(saved.telegram.enabled ? {} : { also: 'notifications.testedOff' }) };
    }),
  );

  function chooseChat(chatId: string) {
    form.setValue('telegram.chat_id', chatId, { shouldDirty: true, shouldValidate: true });
    save.forget();
    test.forget();
  }

  /** A chat that was typed while the bot was asked is not written over: the one that was found is offered. */
  function takeOnly(chatId: string): boolean {
    const isUntouched = form.getValues('telegram.chat_id') === chatBefore.current;
    if (isUntouched) chooseChat(chatId);
    return isUntouched;
  }

  async function search() {
    const { bot_token, chat_id } = form.getValues('telegram');
    chatBefore.current = chat_id;
    if (await form.trigger('telegram.bot_token', { shouldFocus: true })) finder.search(bot_token);
  }

  function forgetTests() {
    test.forget();
    finder.forget();
  }

  function undo() {
    discard();
    save.forget();
    forgetTests();
  }

  return (
    <>
      <chakra.form
        id={id}
        noValidate
        display="flex"
        flexDirection="column"
        gap={{ base: '4', md: '6' }}
        onSubmit={(event) => void submit(event)}
        onChange={save.forget}
      >
        <Section title={t('notifications.telegram')} text={t('notifications.telegramText')}>
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
              mask={stored.telegram.bot_token}
              error={errors.telegram?.bot_token && t('notifications.tokenBad')}
              onChange={token.field.onChange}
            />
            <TextField
              label={t('notifications.chat')}
              hint={t('notifications.chatHint')}
              error={errors.telegram?.chat_id && t('notifications.chatBad')}
              autoComplete="off"
              {...form.register('telegram.chat_id', { onChange: test.forget })}
            />
          </SimpleGrid>
          <ChatFinder
            ready={typed.bot_token.trim() !== ''}
            searching={finder.searching}
            outcome={finder.outcome}
            found={finder.found}
            filled={finder.filled}
            chatId={typed.chat_id}
            onSearch={() => void search()}
            onChoose={chooseChat}
          />
          <TelegramTest
            complete={canTest(typed)}
            verified={isVerified(stored.telegram, typed)}
            testing={test.busy}
            disabled={save.busy}
            outcome={test.outcome}
            onTest={() => void tryOut()}
          />
        </Section>
        <HelpGuide begun={stored.telegram.bot_token !== ''} />
        <Section title={t('notifications.thresholds')} text={t('notifications.thresholdsText')}>
          <Controller
            control={control}
            name="thresholds.severity"
            render={({ field }) => <SeverityField value={field.value} onChange={field.onChange} />}
          />
          <Controller
            control={control}
            name="thresholds.silence_period"
            render={({ field }) => <SilenceField minutes={field.value} onChange={field.onChange} />}
          />
        </Section>
      </chakra.form>
      {children}
      <SaveBar
        form={id}
        dirty={isDirty}
        saving={save.busy}
        disabled={test.busy}
        outcome={save.outcome}
        onDiscard={undo}
      />
    </>
  );
}
