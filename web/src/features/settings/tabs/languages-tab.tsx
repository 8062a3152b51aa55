import { Button, Flex, Text } from '@chakra-ui/react';
import { meCalls } from '@farwatch/core/contracts/api/me';
import { type Language, languageName } from '@farwatch/core/values/languages';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { type Saving, useSaving } from '../../../lib/api/use-saving.ts';
import { setThemeMode, THEME_MODES, type ThemeMode } from '../../../lib/browser/theme-mode.ts';
import { useThemeMode } from '../../../lib/browser/use-theme-mode.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useOwnProfile } from '../../../lib/live/account.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { LanguageSwitch } from '../../../ui/form/language-switch.tsx';
import { SettingsCard, SettingsRow, TabParts } from '../layout.tsx';
import { AutoSaveBar, type DoneTexts } from '../saving.tsx';

/** The language of this browser and of the alerts, and the theme; each choice is saved immediately. */
export function LanguagesTab() {
  const { t } = useTranslation();
  const saving = useSaving<DoneTexts>();
  return (
    <TabParts>
      <SettingsCard title={t('settings.languages')} text={t('settings.languagesText')}>
        <LanguageRow saving={saving} />
        <ThemeRow onChosen={saving.forget} />
      </SettingsCard>
      <AutoSaveBar saving={saving} failed="settings.languageNotStored" />
    </TabParts>
  );
}

function ThemeRow({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const id = useId();

  function choose(next: ThemeMode) {
    setThemeMode(next);
    onChosen();
  }

  return (
    <div>
      <SettingsRow label={t('theme.label')} htmlFor={id}>
        <Choice
          id={id}
          value={mode}
          options={THEME_MODES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChoose={choose}
        />
      </SettingsRow>
      <Text color="text.muted">{t('settings.themeText')}</Text>
    </div>
  );
}

/** The language is stored in the browser, and by the API in the profile, which determines the language of alerts. */
function LanguageRow({ saving }: { saving: Saving<DoneTexts> }) {
  const { t } = useTranslation();
  const shown = useLanguage();
  const profile = useOwnProfile();
  const languageId = useId();
  const profileLanguage = profile.data?.language ?? null;
  // The language saved by the API, until the profile's listener has it.
  const [saved, setSaved] = useState<Language | null>(null);
  if (saved !== null && saved === profileLanguage) setSaved(null);
  const alertLanguage = saved ?? profileLanguage;
  const differs = alertLanguage !== null && alertLanguage !== shown && !saving.isBusy;

  function store(language: Language) {
    void saving.save(async () => {
      const stored = await callApi(meCalls.change, { body: { language } });
      setSaved(stored.language);
      return ['settings.languageSaved'];
    });
  }

  return (
    <Flex direction="column" gap="3">
      <div>
        <SettingsRow label={t('settings.language')} htmlFor={languageId}>
          <LanguageSwitch id={languageId} onChosen={store} />
        </SettingsRow>
        <Text color="text.muted">{t('settings.languageText')}</Text>
      </div>
      {differs && (
        <Notice
          kind="info"
          action={
            <Button size="sm" variant="outline" onClick={() => store(shown)}>
              {t('settings.changeAlerts', { language: languageName(shown) })}
            </Button>
          }
        >
          {t('settings.alertsIn', { language: languageName(alertLanguage) })}
        </Notice>
      )}
    </Flex>
  );
}
