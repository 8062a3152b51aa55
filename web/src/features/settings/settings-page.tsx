import { chakra, Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSession } from '../../lib/session.ts';
import { setThemeMode, THEME_MODES, useThemeMode } from '../../lib/theme-mode.ts';
import { useTitle } from '../../lib/use-title.ts';

/** /settings: who one is, the language and the theme. */
export default function SettingsPage() {
  const { t } = useTranslation();
  useTitle(t('settings.title'));
  const session = useSession();
  const mode = useThemeMode();
  const [saved, setSaved] = useState(false);
  const languageId = useId();
  const themeId = useId();
  const user = session.state === 'verified' ? session.user : null;
  return (
    <>
      <PageHeader title={t('settings.title')} />
      {saved && <Notice kind="success">{t('settings.languageSaved')}</Notice>}
      <Section title={t('settings.account')}>
        <Line label={t('settings.name')}>{user?.displayName || t('header.user')}</Line>
        <Line label={t('settings.email')}>{user?.email}</Line>
      </Section>
      <Section title={t('settings.languages')}>
        <Line label={t('settings.language')} htmlFor={languageId}>
          <LanguageSwitch id={languageId} onChosen={() => setSaved(true)} />
        </Line>
      </Section>
      <Section title={t('settings.appearance')}>
        <Line label={t('theme.label')} htmlFor={themeId}>
          <Choice
            id={themeId}
            value={mode}
            options={THEME_MODES.map((value) => ({ value, label: t(`theme.${value}`) }))}
            onChoose={setThemeMode}
          />
        </Line>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel as="section" p="4">
      <Heading as="h2" textStyle="lg" fontWeight="semibold" mb="2">
        {title}
      </Heading>
      {children}
    </Panel>
  );
}

function Line({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" gap="4" minH="12">
      <chakra.label htmlFor={htmlFor} color="text.muted">
        {label}
      </chakra.label>
      <Flex minW="0" truncate>
        {children}
      </Flex>
    </Flex>
  );
}
