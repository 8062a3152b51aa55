import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { FormCard } from './form-card.tsx';
import type { PageForm } from './use-page-form.ts';

const OPTIONS = ['showsUptime', 'showsResponseTime', 'postsAutomatically', 'takesSubscribers'] as const;

/** What a page shows and does by itself. */
export function OptionsCard({ form: { draft, change } }: { form: PageForm }) {
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
