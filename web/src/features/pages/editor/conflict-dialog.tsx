import { Button, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { listText } from '../../../lib/format/text.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { PageForm } from './use-page-form.ts';

/** Asks whose changes to keep if a page was saved elsewhere and both sides changed the same. */
export function ConflictDialog({ form: { conflict, decide, dismiss, isBusy } }: { form: PageForm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!conflict) return null;
  const fields = conflict.fields.map((field) => t(`pages.fields.${field}`));
  return (
    <AppDialog
      open
      alert
      size="lg"
      title={t('pages.conflict.title')}
      onClose={dismiss}
      footer={
        <>
          <Button variant="outline" borderColor="edge" onClick={dismiss}>
            {t('pages.conflict.back')}
          </Button>
          <BusyButton variant="outline" borderColor="edge" loading={isBusy} onClick={() => decide('remote')}>
            {t('pages.conflict.remote')}
          </BusyButton>
          <BusyButton colorPalette="accent" loading={isBusy} onClick={() => decide('local')}>
            {t('pages.conflict.local')}
          </BusyButton>
        </>
      }
    >
      <Text>{t('pages.conflict.text', { fields: listText(fields, language) })}</Text>
    </AppDialog>
  );
}
