import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { pageAccessSchema } from '@farwatch/core/values/status-page/page-fields';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioField } from '../../../components/form/radio-field.tsx';
import { PasswordField } from '../../../components/form/text-field.tsx';
import { FormCard } from './form-card.tsx';
import { LogoField } from './logo-field.tsx';
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
