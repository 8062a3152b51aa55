import { chakra, Flex } from '@chakra-ui/react';
import { accountInputSchema, accountSchema, type Settings } from '@farwatch/core/api/settings';
import { LIMITS } from '@farwatch/core/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/form/text-field.tsx';
import { Loading } from '../../components/loading.tsx';
import { callApi } from '../../lib/api/client.ts';
import { isGoogleAccount } from './auth-account.ts';
import { LoadFailure } from './load-failure.tsx';
import { SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';
import { useSettings } from './use-settings.ts';

type Dirty = { onDirty: (dirty: boolean) => void };

/** Who one is: the name can be changed, the address not (spec 2). */
export function AccountTab({ onDirty }: Dirty) {
  const settings = useSettings();
  if (settings.data) return <AccountForm stored={settings.data} onSaved={settings.change} onDirty={onDirty} />;
  if (!settings.error) return <Loading />;
  const { error, trying, retry } = settings;
  return <LoadFailure failed="settings.loadFailed" why={error} trying={trying} onRetry={retry} />;
}

type Props = Dirty & { stored: Settings; onSaved: (saved: Partial<Settings>) => Promise<unknown> };

function AccountForm({ stored, onSaved, onDirty }: Props) {
  const { t } = useTranslation();
  const { values, dirty, edit, settle, discard } = useDraft({ displayName: stored.displayName });
  const save = useSave('settings.accountFailed');
  const [tried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const google = isGoogleAccount();
  const input = accountInputSchema.safeParse(values);
  const problem =
    values.displayName.trim() === '' ? t('settings.nameMissing') : t('settings.nameLong', { max: LIMITS.nameLength });

  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!input.success) {
      nameField.current?.focus();
      return;
    }
    void save.run(async () => {
      const saved = await callApi('/settings/account', accountSchema, { method: 'PUT', body: input.data });
      await onSaved(saved);
      settle(values);
      return { done: 'settings.accountSaved' };
    });
  }

  function undo() {
    discard();
    save.forget();
    setTried(false);
  }

  return (
    <chakra.form noValidate onSubmit={submit}>
      <Section title={t('settings.account')} text={t('settings.accountText')}>
        <Flex direction="column" gap="5" maxW="480px">
          <TextField
            ref={nameField}
            label={t('settings.name')}
            hint={t(google ? 'settings.nameGoogleHint' : 'settings.nameHint')}
            error={tried && !input.success ? problem : undefined}
            autoComplete="name"
            required
            value={values.displayName}
            onChange={(event) => {
              edit({ displayName: event.currentTarget.value });
              save.forget();
            }}
          />
          <TextField
            label={t('settings.email')}
            hint={t(google ? 'settings.emailGoogleHint' : 'settings.emailHint')}
            value={stored.email}
            readOnly
            disabled
          />
        </Flex>
        <SaveBar dirty={dirty} saving={save.busy} outcome={save.outcome} onDiscard={undo} />
      </Section>
    </chakra.form>
  );
}
