import { Grid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../components/form/check-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import type { CheckFields } from './check-fields.ts';
import { LabeledChoice } from './labeled-choice.tsx';

/** What the answer must be: its status and how fast it comes. */
export function AnswerFields({ draft, change, error }: CheckFields) {
  const { t } = useTranslation();
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField
        label={t('check.statuses')}
        hint={t('check.statusesHint')}
        autoComplete="off"
        value={draft.statuses}
        error={error('statuses')}
        onChange={(event) => change({ statuses: event.currentTarget.value })}
      />
      <TextField
        label={t('check.maxResponseMs')}
        hint={t('check.maxResponseMsHint')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.maxResponseMs}
        error={error('maxResponseMs')}
        onChange={(event) => change({ maxResponseMs: event.currentTarget.value })}
      />
    </Grid>
  );
}

const IP_VERSIONS = ['any', '4', '6'] as const;

/** How the connection is made. */
export function ConnectionFields({ draft, change, error }: CheckFields) {
  const { t } = useTranslation();
  return (
    <>
      <CheckField checked={draft.followRedirects} onChange={(followRedirects) => change({ followRedirects })}>
        {t('check.followRedirects')}
      </CheckField>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <TextField
          label={t('check.timeoutSec')}
          hint={t('check.timeoutSecHint')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.timeoutSec}
          error={error('timeoutSec')}
          onChange={(event) => change({ timeoutSec: event.currentTarget.value })}
        />
        <LabeledChoice
          label={t('check.ipVersion.label')}
          hint={t('check.ipVersion.hint')}
          value={draft.ipVersion}
          options={IP_VERSIONS.map((value) => ({ value, label: t(`check.ipVersion.${value}`) }))}
          onChoose={(ipVersion) => change({ ipVersion })}
        />
      </Grid>
      <TextField
        label={t('check.certificateSha256')}
        hint={t('check.certificateSha256Hint')}
        autoComplete="off"
        spellCheck={false}
        fontFamily="mono"
        value={draft.certificateSha256}
        error={error('certificateSha256')}
        onChange={(event) => change({ certificateSha256: event.currentTarget.value })}
      />
    </>
  );
}
