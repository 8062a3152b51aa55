import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { latinSlug, slugOf, slugProblem } from '@farwatch/core/values/status-page/slug';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/api/use-api.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ZoneField } from '../../../ui/form/zone-field.tsx';
import { FormCard } from './form-card.tsx';
import { GroupsField } from './groups/groups-field.tsx';
import { readableSlug } from './readable-slug.ts';
import type { PageForm } from './use-page-form.ts';

/** The fields for a page's content. */
export function ContentTab({ form }: { form: PageForm }) {
  const { t } = useTranslation();
  const { draft, change, errors } = form;
  const live = useMonitors();
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <DetailsFields form={form} />
      <FormCard title={t('pages.groups.title')} text={t('pages.groups.text')}>
        {errors?.count && (
          <Text role="alert" color="danger" textStyle="sm">
            {t('pages.errors.count', { max: STATUS_PAGE.components })}
          </Text>
        )}
        {errors?.names && (
          <Text role="alert" color="danger" textStyle="sm">
            {t('pages.errors.names', { max: STATUS_PAGE.nameLength })}
          </Text>
        )}
        {live.data ? (
          <GroupsField
            groups={draft.groups}
            monitors={live.data.items}
            hasErrors={errors?.names !== undefined}
            onChange={(groups) => change({ groups })}
          />
        ) : live.error ? (
          <FailureNotice title={t('pages.groups.loadFailed')} failure={live.error} />
        ) : (
          <Loading />
        )}
      </FormCard>
      <OptionsCard form={form} />
    </Flex>
  );
}

const OPTIONS = ['showsUptime', 'showsResponseTime', 'showsSlow', 'postsAutomatically', 'takesSubscribers'] as const;

/** The options of a page's content and behaviour. */
function OptionsCard({ form: { draft, change } }: { form: PageForm }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('pages.options.title')}>
      {OPTIONS.map((option) => (
        <SwitchField
          key={option}
          label={t(`pages.options.${option}`)}
          hint={t(`pages.options.${option}Hint`)}
          checked={draft[option]}
          onChange={(isOn) => change({ [option]: isOn })}
        />
      ))}
    </FormCard>
  );
}

/** The fields for a page's title, address, language and time zone. */
function DetailsFields({ form }: { form: PageForm }) {
  const { t } = useTranslation();
  const { draft, change, errors, isNew } = form;
  // Follows the title until it is typed.
  const [isOwnSlug, setOwnSlug] = useState(draft.slug !== '' && draft.slug !== slugOf(draft.title));
  const follows = isNew && !isOwnSlug;
  useEffect(() => {
    if (!follows || latinSlug(draft.title) !== null) return;
    let isLatest = true;
    const show = (slug: string) => isLatest && slug !== draft.slug && change({ slug });
    // Without the tables, the title keeps the slug that it has.
    void readableSlug(draft.title).then(show, () => undefined);
    return () => {
      isLatest = false;
    };
  }, [follows, draft, change]);
  return (
    <FormCard title={t('pages.details.title')}>
      <TextField
        label={t('pages.details.name')}
        placeholder={t('pages.details.namePlaceholder')}
        autoComplete="off"
        maxLength={STATUS_PAGE.nameLength}
        value={draft.title}
        error={errors?.title && t('pages.errors.title', { max: STATUS_PAGE.nameLength })}
        onChange={({ currentTarget: { value } }) => {
          const slug = latinSlug(value) ?? (draft.slug || slugOf(value));
          change({ title: value, ...(follows && { slug }) });
        }}
      />
      {isNew && (
        <SlugField
          form={form}
          onType={(slug) => {
            setOwnSlug(slug !== '');
            change({ slug });
          }}
        />
      )}
      <TextAreaField
        label={t('pages.details.description')}
        optional={t('pages.optional')}
        maxLength={STATUS_PAGE.descriptionLength}
        value={draft.description}
        error={errors?.description && t('pages.errors.description', { max: STATUS_PAGE.descriptionLength })}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextField
        type="url"
        label={t('pages.details.website')}
        hint={t('pages.details.websiteHint')}
        placeholder="https://"
        autoComplete="off"
        value={draft.website}
        error={errors?.website && t('pages.errors.website')}
        onChange={(event) => change({ website: event.currentTarget.value })}
      />
      <Flex gap="4" wrap="wrap">
        <LanguageField form={form} />
        <Hinted hint={t('pages.details.zoneHint')}>
          <ZoneField
            label={t('pages.details.zone')}
            value={draft.timeZone}
            onChoose={(timeZone) => change({ timeZone })}
          />
        </Hinted>
      </Flex>
    </FormCard>
  );
}

function LanguageField({ form: { draft, change } }: { form: PageForm }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Hinted hint={t('pages.details.languageHint')}>
      <Flex direction="column" gap="1.5" align="flex-start">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('pages.details.language')}
        </chakra.label>
        <Choice
          id={id}
          value={draft.language}
          options={LANGUAGE_CODES.map((value) => ({ value, label: languageName(value) }))}
          onChoose={(language) => change({ language })}
        />
      </Flex>
    </Hinted>
  );
}

function Hinted({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <Box flex="1 1 200px" minW="0">
      {children}
      <Text textStyle="xs" color="text.muted" mt="1.5">
        {hint}
      </Text>
    </Box>
  );
}

/** The address of a new page, with whether it could have that. */
function SlugField({ form: { draft, errors }, onType }: { form: PageForm; onType: (slug: string) => void }) {
  const { t } = useTranslation();
  const checked = useSlugCheck(draft.slug);
  const state = shownState(checked, errors?.slug);
  const isWrong = state === 'invalid' || state === 'reserved' || state === 'taken';
  return (
    <Flex direction="column" gap="1.5">
      <TextField
        label={t('pages.details.address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.slug}
        maxLength={40}
        hint={t('pages.details.addressHint', { address: `${window.location.host}/status/${draft.slug || '…'}` })}
        error={isWrong ? t(`pages.slug.${state}`) : undefined}
        onChange={(event) => onType(event.currentTarget.value.toLowerCase().replaceAll(' ', '-'))}
      />
      <Text role="status" textStyle="sm" color="text.muted" minH={isWrong ? '0' : '5'}>
        {!isWrong && state !== 'empty' && t(`pages.slug.${state}`)}
      </Text>
    </Flex>
  );
}

/** The state as checked, unless saving was refused for it. */
function shownState(checked: SlugState, refused: 'bad' | 'taken' | undefined): SlugState {
  if (refused === 'taken') return 'taken';
  return refused && checked === 'empty' ? 'invalid' : checked;
}

const DELAY_MS = 400;

type SlugState = 'empty' | 'invalid' | 'checking' | 'available' | 'reserved' | 'taken' | 'unknown';

/** Whether a new page could have the slug, requested once typing pauses. */
function useSlugCheck(slug: string): SlugState {
  const [typed, setTyped] = useState(slug);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(slug), DELAY_MS);
    return () => clearTimeout(timer);
  }, [slug]);
  const problem = slugProblem(slug);
  const isRequested = problem === null && typed === slug;
  const { data, error, isLoading } = useApi(pageCalls.slug, isRequested ? { params: { slug } } : null);
  if (slug === '') return 'empty';
  if (problem) return problem;
  if (!isRequested || isLoading) return 'checking';
  if (error || !data) return 'unknown';
  return data.available ? 'available' : (data.reason ?? 'taken');
}
