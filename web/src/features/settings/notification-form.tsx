import { chakra, SimpleGrid } from '@chakra-ui/react';
import { notificationAnswerSchema } from '@farwatch/core/api/notifications';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/form/text-field.tsx';
import { callApi } from '../../lib/api/client.ts';
import { canTest, draftOf, isVerified, type NotificationDraft, readDraft } from './notification-draft.ts';
import { SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { SeverityField } from './severity-field.tsx';
import { SilenceField } from './silence-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { TelegramTest } from './telegram-test.tsx';
import { TokenField } from './token-field.tsx';
import { useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';

const SETTINGS = '/v1/notifications/settings';
const VERIFY = '/v1/notifications/telegram/verify';

type Props = {
  stored: NotificationSettings;
  onSaved: (settings: NotificationSettings) => Promise<unknown>;
  onDirty: (dirty: boolean) => void;
};

/** Telegram and the thresholds, saved together; the test of a chat saves that chat alone (spec 4). */
export function NotificationForm({ stored, onSaved, onDirty }: Props) {
  const { t } = useTranslation();
  const { values, dirty, edit, settle, discard } = useDraft<NotificationDraft>(draftOf(stored));
  const save = useSave('notifications.saveFailed');
  const test = useSave('notifications.testFailed');
  const [tried, setTried] = useState(false);
  const fields = { bot_token: useRef<HTMLInputElement>(null), chat_id: useRef<HTMLInputElement>(null) };
  const read = readDraft(values);
  const wrong = tried && 'wrong' in read ? read.wrong : null;

  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  function change(part: Partial<NotificationDraft>) {
    edit(part);
    save.forget();
    if ('bot_token' in part || 'chat_id' in part) test.forget();
  }

  /** What the form holds if it can be sent, else the field at fault is shown. */
  function checked() {
    setTried(true);
    if ('input' in read) return read.input;
    fields[read.wrong].current?.focus();
    return null;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = checked();
    if (!body) return;
    void save.run(async () => {
      await onSaved(await callApi(SETTINGS, notificationAnswerSchema, { method: 'PUT', body }));
      settle(values);
      return { done: 'notifications.saved' };
    });
  }

  function tryOut() {
    const input = checked();
    if (!input) return;
    const { bot_token, chat_id } = input.telegram;
    void test.run(async () => {
      const body = { bot_token, chat_id };
      const saved = await callApi(VERIFY, notificationAnswerSchema, { method: 'POST', body });
      await onSaved(saved);
      settle({ bot_token: values.bot_token, chat_id: values.chat_id });
      const { enabled } = saved.telegram;
      return { done: 'notifications.tested', ...(enabled ? {} : { also: 'notifications.testedOff' }) };
    });
  }

  function undo() {
    discard();
    save.forget();
    test.forget();
    setTried(false);
  }

  return (
    <chakra.form noValidate display="flex" flexDirection="column" gap={{ base: '4', md: '6' }} onSubmit={submit}>
      <Section title={t('notifications.telegram')} text={t('notifications.telegramText')}>
        <SwitchField
          label={t('notifications.enabled')}
          checked={values.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TokenField
            ref={fields.bot_token}
            value={values.bot_token}
            mask={stored.telegram.bot_token}
            error={wrong === 'bot_token' ? t('notifications.tokenBad') : undefined}
            onChange={(bot_token) => change({ bot_token })}
          />
          <TextField
            ref={fields.chat_id}
            label={t('notifications.chat')}
            hint={t('notifications.chatHint')}
            error={wrong === 'chat_id' ? t('notifications.chatBad') : undefined}
            autoComplete="off"
            value={values.chat_id}
            onChange={(event) => change({ chat_id: event.currentTarget.value })}
          />
        </SimpleGrid>
        <TelegramTest
          complete={canTest(values)}
          verified={isVerified(stored, values)}
          testing={test.busy}
          disabled={save.busy}
          outcome={test.outcome}
          onTest={tryOut}
        />
      </Section>
      <Section title={t('notifications.thresholds')} text={t('notifications.thresholdsText')}>
        <SeverityField value={values.severity} onChange={(severity) => change({ severity })} />
        <SilenceField minutes={values.silence_period} onChange={(silence_period) => change({ silence_period })} />
      </Section>
      <SaveBar dirty={dirty} saving={save.busy} outcome={save.outcome} onDiscard={undo} />
    </chakra.form>
  );
}
