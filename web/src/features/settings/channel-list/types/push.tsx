import { Box, Flex, Text } from '@chakra-ui/react';
import { isMask } from '@farwatch/core/values/channels/secret';
import { MonitorSmartphone } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import type { ChannelTypeForm, CustomFieldsProps } from './channel-type-form.ts';

const PushSetup = lazyPart(() => import('../push-setup.tsx'));

export const pushForm: ChannelTypeForm = {
  icon: MonitorSmartphone,
  group: 'push',
  fields: [],
  Fields: PushFields,
  guide: { steps: [] },
};

/** The browser makes the settings. */
function PushFields({ settings, isInvalid, onChange }: CustomFieldsProps) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="3">
      {isMask(settings.endpoint ?? '') && <Text color="text.muted">{t('pushSetup.stored')}</Text>}
      <Suspense fallback={null}>
        <PushSetup onReady={onChange} />
      </Suspense>
      {isInvalid && (
        <Box data-invalid tabIndex={-1}>
          <Notice kind="error">{t('pushSetup.missing')}</Notice>
        </Box>
      )}
    </Flex>
  );
}
