import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy/copy.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';

/** No code to join by: none is known, or it has expired. */
export function WithoutCode({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind={expired ? 'error' : 'info'}>
        <Text fontWeight="medium">{t(`agents.registration.${expired ? 'expired' : 'withoutCode'}`)}</Text>
        <Text textStyle="sm">{t(`agents.registration.${expired ? 'expiredHint' : 'withoutCodeHint'}`)}</Text>
      </Notice>
      <CopyField
        label={t('agents.registration.code')}
        text={null}
        placeholder={t(`agents.registration.${expired ? 'codeExpired' : 'codeMissing'}`)}
        copyLabel={t('agents.registration.copyCode')}
      />
    </>
  );
}
