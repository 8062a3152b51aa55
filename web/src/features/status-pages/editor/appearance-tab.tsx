import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { pageAccessSchema } from '@farwatch/core/values/status-page/page-fields';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../ui/form/copy.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';
import { EMBEDDINGS, embeddingCode } from './draft.ts';
import { FormCard } from './form-card.tsx';
import { LOGO_TYPES, type Logo, logoProblem, readLogo } from './logo/logo.ts';
import { addressOfLogo } from './logo/logo-picture.ts';
import type { PageForm } from './use-page-form.ts';

/** How a page looks, and who may see it. */
export function AppearanceTab({ form }: { form: PageForm }) {
  const { t } = useTranslation();
  const { draft, change } = form;
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <FormCard title={t('pages.appearance.title')}>
        <LogoField logo={draft.logo} onChange={(logo) => change({ logo })} />
        <AccentField accent={draft.accent} onChange={(accent) => change({ accent })} />
      </FormCard>
      <AccessCard form={form} />
      {draft.access !== 'password' && <EmbeddingCard form={form} />}
    </Flex>
  );
}

/** The theme's own accent, which a field for colours starts with. */
const STANDARD = '#2b5bdb';

function AccentField({ accent, onChange }: { accent: string; onChange: (accent: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Flex direction="column" gap="2">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {t('pages.appearance.accent')}
      </chakra.label>
      <Flex align="center" gap="3" wrap="wrap">
        <chakra.input
          id={id}
          type="color"
          value={accent || STANDARD}
          w="14"
          h={{ base: '11', sm: '9' }}
          p="1"
          borderWidth="1px"
          borderColor="edge"
          borderRadius="l2"
          bg="surface.raised"
          cursor="pointer"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Text color={accent ? 'text' : 'text.muted'} fontFamily={accent ? 'mono' : 'body'}>
          {accent || t('pages.appearance.standard')}
        </Text>
        {accent && (
          <Button variant="ghost" onClick={() => onChange('')}>
            {t('pages.appearance.reset')}
          </Button>
        )}
      </Flex>
      <Text textStyle="xs" color="text.muted">
        {t('pages.appearance.accentHint')}
      </Text>
    </Flex>
  );
}

function AccessCard({ form: { draft, change, errors } }: { form: PageForm }) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <FormCard title={t('pages.access.title')}>
      <Flex role="radiogroup" aria-label={t('pages.access.title')} direction="column" gap="2">
        {pageAccessSchema.options.map((access) => (
          <RadioField
            key={access}
            name={name}
            checked={draft.access === access}
            isTall
            onChoose={() => change({ access })}
          >
            <span>
              <Text as="span" display="block" fontWeight="medium">
                {t(`pages.access.${access}`)}
              </Text>
              <Text as="span" display="block" textStyle="sm" color="text.muted">
                {t(`pages.access.${access}Hint`)}
              </Text>
            </span>
          </RadioField>
        ))}
      </Flex>
      {draft.access === 'password' && (
        <PasswordField
          label={t(draft.hasPassword ? 'pages.access.newPassword' : 'pages.access.setPassword')}
          hint={t(draft.hasPassword ? 'pages.access.keepHint' : 'pages.access.setHint')}
          autoComplete="new-password"
          maxLength={200}
          value={draft.password}
          error={errors?.password && t('pages.errors.password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      )}
    </FormCard>
  );
}

/** Which websites may show the page within theirs, and the code for it. */
function EmbeddingCard({ form: { draft, change, errors } }: { form: PageForm }) {
  const { t } = useTranslation();
  const name = useId();
  const { slug, title, embedding } = draft;
  const address = `${window.location.origin}/status/${slug}`;
  return (
    <FormCard title={t('pages.embedding.title')} text={t('pages.embedding.text')}>
      <Flex role="radiogroup" aria-label={t('pages.embedding.title')} direction="column" gap="2">
        {EMBEDDINGS.map((each) => (
          <RadioField key={each} name={name} checked={embedding === each} onChoose={() => change({ embedding: each })}>
            <Text as="span">{t(`pages.embedding.${each}`)}</Text>
          </RadioField>
        ))}
      </Flex>
      {embedding === 'listed' && (
        <TextAreaField
          label={t('pages.embedding.origins')}
          optional={t('pages.embedding.most', { max: STATUS_PAGE.embeddingOrigins })}
          placeholder="https://www.example.com"
          value={draft.embeddingOrigins}
          error={errors?.embeddingOrigins && t('pages.errors.embeddingOrigins', { max: STATUS_PAGE.embeddingOrigins })}
          onChange={(event) => change({ embeddingOrigins: event.currentTarget.value })}
        />
      )}
      {embedding !== 'nobody' && slug !== '' && (
        <CopyField
          label={t('pages.embedding.code')}
          text={embeddingCode(address, title)}
          placeholder=""
          copyLabel={t('pages.copy', { what: t('pages.embedding.code') })}
        />
      )}
    </FormCard>
  );
}

/** Chooses a page's logo from the device, and removes it. It is saved with the page. */
function LogoField({ logo, onChange }: { logo: Logo; onChange: (logo: Logo) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);

  async function choose(file: File | undefined) {
    if (!file) return;
    const found = logoProblem(file);
    setProblem(found);
    if (found) return;
    try {
      onChange(await readLogo(file));
    } catch {
      setProblem('type');
    }
  }

  return (
    <Flex role="group" aria-label={t('pages.logo.title')} direction="column" gap="2">
      <Text textStyle="sm" fontWeight="medium">
        {t('pages.logo.title')}
      </Text>
      <Flex align="center" gap="4" wrap="wrap">
        {logo !== null && (
          <Box borderWidth="1px" borderRadius="l2" p="2" bg="surface">
            <Picture key={addressOfLogo(logo)} address={addressOfLogo(logo)} />
          </Box>
        )}
        <Button variant="outline" onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" />
          {t(logo === null ? 'pages.logo.choose' : 'pages.logo.replace')}
        </Button>
        {logo !== null && (
          <Button
            variant="ghost"
            onClick={() => {
              setProblem(null);
              onChange(null);
            }}
          >
            {t('pages.logo.remove')}
          </Button>
        )}
        <chakra.input
          ref={input}
          type="file"
          hidden
          accept={LOGO_TYPES.join()}
          aria-label={t('pages.logo.title')}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // Choosing the same file again is a change, too.
            currentTarget.value = '';
          }}
        />
      </Flex>
      <Text textStyle="xs" color="text.muted">
        {t('pages.logo.hint')}
      </Text>
      {problem !== null && (
        <Text role="alert" textStyle="sm" color="danger">
          {t(`pages.logo.problems.${problem}`)}
        </Text>
      )}
    </Flex>
  );
}

/** Instead of one that the server does not show yet: that it is saved. */
function Picture({ address }: { address: string }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return <Text color="text.muted">{t('pages.logo.hidden')}</Text>;
  return (
    <chakra.img
      src={address}
      alt={t('pages.logo.alt')}
      maxH="12"
      maxW="160px"
      display="block"
      onError={() => setHidden(true)}
    />
  );
}
