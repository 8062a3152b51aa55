import { chakra, Flex, Text } from '@chakra-ui/react';
import { CHANNEL_EVENTS } from '@farwatch/core/documents/channel';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { severityFilterSchema } from '@farwatch/core/values/severity-filter';
import { distinctTags, isSameTag } from '@farwatch/core/values/tags';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { admittedText } from '../../../domain/incidents/alert-texts.ts';
import { MonitorScope } from '../../../domain/monitor-fields/monitor-scope.tsx';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { tagCounts } from '../../../lib/list/tag-counts.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { CheckSet } from '../../../ui/form/check-set.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { SettingsRow } from '../layout.tsx';
import { unusedTags } from './draft.ts';
import type { useChannelForm } from './use-channel-form.ts';

type FormState = ReturnType<typeof useChannelForm>;

const OWN = 'account';
const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => ({ value: code, label: languageName(code) }));

/** The fields that select what the channel gets: monitors, events, severity and language. */
export function OptionsFields({ form, draft }: Pick<FormState, 'form' | 'draft'>) {
  const { control } = form;
  const { t } = useTranslation();
  const appLanguage = useLanguage();
  const id = useId();
  const severity = useController({ control, name: 'severity' }).field;
  const alsoSlow = useController({ control, name: 'alsoSlow' }).field;
  const language = useController({ control, name: 'language' }).field;
  return (
    <Flex as="section" direction="column" gap="3" aria-label={t('channels.form.options')}>
      <chakra.h3 fontWeight="medium">{t('channels.form.options')}</chakra.h3>
      <MonitorChoice form={form} />
      <EventChoice form={form} draft={draft} />
      <SettingsRow label={t('channels.form.severity')} htmlFor={`${id}severity`}>
        <Choice
          id={`${id}severity`}
          value={severity.value ?? OWN}
          options={[
            { value: OWN, label: t('channels.form.severityOwn') },
            ...severityFilterSchema.options.map((each) => ({
              value: each,
              label: t('notifications.severityLabel', {
                label: t(`notifications.severities.${each}`),
                severities: admittedText(each, t, appLanguage),
              }),
            })),
          ]}
          onChoose={(value) => severity.onChange(value === OWN ? null : value)}
        />
      </SettingsRow>
      <SwitchField
        label={t('channels.form.alsoSlow')}
        hint={t('channels.form.alsoSlowHint')}
        checked={alsoSlow.value}
        onChange={alsoSlow.onChange}
      />
      <SettingsRow label={t('channels.form.language')} htmlFor={`${id}language`}>
        <Choice
          id={`${id}language`}
          value={language.value ?? OWN}
          options={[{ value: OWN, label: t('channels.form.languageOwn') }, ...LANGUAGE_OPTIONS]}
          onChoose={(value) => language.onChange(value === OWN ? null : value)}
        />
      </SettingsRow>
    </Flex>
  );
}

/** All monitors, or some of them: these, and those that have one of the chosen tags. */
function MonitorChoice({ form: { control } }: Pick<FormState, 'form'>) {
  const { t } = useTranslation();
  const { data } = useMonitors();
  const { field: monitors, fieldState } = useController({ control, name: 'monitors' });
  const { field: tags } = useController({ control, name: 'tags' });
  const isBad = fieldState.invalid;
  const items = data?.items ?? [];
  const isSome = monitors.value !== null;
  const options = distinctTags([...tagCounts(items).map(({ tag }) => tag), ...tags.value]);
  const unused = new Set(unusedTags(options, items));
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.scope')}</chakra.legend>
      <MonitorScope
        monitors={items}
        chosen={monitors.value}
        texts={{
          all: t('channels.form.scopeAll'),
          some: t('channels.form.scopeSome'),
          none: t('channels.form.scopeNone'),
        }}
        isInvalid={isBad}
        onChange={monitors.onChange}
      />
      {isSome && options.length > 0 && (
        <Flex direction="column" align="flex-start" maxH="216px" overflowY="auto" ps="7" py="1">
          <Text>{t('channels.form.scopeTags')}</Text>
          <CheckSet
            options={options.map((tag) => ({
              value: tag,
              label: unused.has(tag) ? t('channels.form.unusedTag', { tag }) : <chakra.bdi>{tag}</chakra.bdi>,
            }))}
            chosen={options.filter((tag) => tags.value.some((each) => isSameTag(each, tag)))}
            onChange={tags.onChange}
          />
        </Flex>
      )}
      {isSome && (
        <Text color="text.muted" textStyle="sm">
          {t('channels.form.scopeHint')}
        </Text>
      )}
      {isBad && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('channels.form.scopeBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}

/** What the channel gets. A service that holds alerts open gets everything. */
function EventChoice({ form: { control }, draft }: Pick<FormState, 'form' | 'draft'>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'events' });
  if (getChannelType(draft.type).holdsAlerts) return null;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1">{t('channels.form.events')}</chakra.legend>
      <Flex direction="column" align="flex-start">
        <CheckSet
          options={CHANNEL_EVENTS.map((value) => ({ value, label: t(`channels.form.eventNames.${value}`) }))}
          chosen={field.value}
          isInvalid={fieldState.invalid}
          onChange={field.onChange}
        />
      </Flex>
      {!field.value.includes('failure') && (
        <Text color="text.muted" textStyle="sm">
          {t('channels.form.eventsHint')}
        </Text>
      )}
      {fieldState.invalid && (
        <Text role="alert" color="danger" textStyle="sm">
          {t('channels.form.eventsBad')}
        </Text>
      )}
    </chakra.fieldset>
  );
}
