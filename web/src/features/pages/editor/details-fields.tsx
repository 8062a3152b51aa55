import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { LANGUAGE_CODES, languageName } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { slugOf } from '@farwatch/core/values/status-page/slug';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/form/choice.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { ZoneField } from '../../../components/form/zone-field.tsx';
import { FormCard } from './form-card.tsx';
import { SlugField } from './slug-field.tsx';
import type { PageForm } from './use-page-form.ts';

/** What a page is called, where it is, and in which language and time zone. */
export function DetailsFields({ form }: { form: PageForm }) {
  const { t } = useTranslation();
  const { draft, change, errors, isNew } = form;
  // Follows the title until it is typed.
  const [isOwnSlug, setOwnSlug] = useState(draft.slug !== '' && draft.slug !== slugOf(draft.title));
  const follows = isNew && !isOwnSlug;
  return (
    <FormCard title={t('pages.details.title')}>
      <TextField
        label={t('pages.details.name')}
        placeholder={t('pages.details.namePlaceholder')}
        autoComplete="off"
        maxLength={STATUS_PAGE.nameLength}
        value={draft.title}
        error={errors?.title && t('pages.errors.title', { max: STATUS_PAGE.nameLength })}
        onChange={({ currentTarget: { value } }) => change({ title: value, ...(follows && { slug: slugOf(value) }) })}
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
