import { Box, Button } from '@chakra-ui/react';
import { meSchema } from '@farwatch/core/api/me';
import type { Language } from '@farwatch/core/documents/user';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/api/client.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { useProfile } from '../../lib/live/profile.ts';
import { setThemeMode, THEME_MODES } from '../../lib/theme-mode.ts';
import { useThemeMode } from '../../lib/use-theme-mode.ts';
import { OutcomeNotice } from './outcome.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { useSave } from './use-save.ts';

/** The language, of this browser and of the alerts, and the theme. */
export function LanguagesTab() {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const themeId = useId();
  return (
    <Box display="flex" flexDirection="column" gap={{ base: '4', md: '6' }}>
      <LanguageSection />
      <Section title={t('settings.appearance')} text={t('settings.appearanceText')}>
        <Row label={t('theme.label')} htmlFor={themeId}>
          <Choice
            id={themeId}
            value={mode}
            options={THEME_MODES.map((value) => ({ value, label: t(`theme.${value}`) }))}
            onChoose={setThemeMode}
          />
        </Row>
      </Section>
    </Box>
  );
}

/** The browser remembers the language at once; the profile, by which alerts are written, through the API. */
function LanguageSection() {
  const { t } = useTranslation();
  const shown = useLanguage();
  const profile = useProfile();
  const languageId = useId();
  const save = useSave('settings.languageNotStored');
  const known = profile.data?.language ?? null;
  // What the API has stored, until the profile's listener hears of it.
  const [told, setTold] = useState<Language | null>(null);
  if (told !== null && told === known) setTold(null);
  const ofAlerts = told ?? known;
  const differs = ofAlerts !== null && ofAlerts !== shown && !save.busy;

  function store(language: Language) {
    void save.run(async () => {
      const stored = await callApi('/me', meSchema, { method: 'PUT', body: { language } });
      setTold(stored.language);
      return { done: 'settings.languageSaved' };
    });
  }

  return (
    <Section title={t('settings.languages')} text={t('settings.languageText')}>
      <Row label={t('settings.language')} htmlFor={languageId}>
        <LanguageSwitch id={languageId} onChosen={store} />
      </Row>
      {save.outcome && <OutcomeNotice outcome={save.outcome} />}
      {differs && (
        <Notice
          kind="info"
          action={
            <Button size="sm" variant="outline" onClick={() => store(shown)}>
              {t('settings.alertsToo', { language: t(`languages.${shown}`) })}
            </Button>
          }
        >
          {t('settings.alertsIn', { language: t(`languages.${ofAlerts}`) })}
        </Notice>
      )}
    </Section>
  );
}
