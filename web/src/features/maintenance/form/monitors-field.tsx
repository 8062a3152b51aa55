import { chakra, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useTranslation } from 'react-i18next';
import { MonitorScope } from '../../../components/form/monitor-scope.tsx';
import type { WithId } from '../../../lib/live/read-document.ts';

type Props = {
  monitors: readonly WithId<Monitor>[];
  /** Null for all, also those that are created later. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (chosen: readonly string[] | null) => void;
};

/** All monitors, or some of them. */
export function MonitorsField({ monitors, chosen, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend mb="1" textStyle="sm" fontWeight="medium">
        {t('maintenance.form.monitors')}
      </chakra.legend>
      <MonitorScope
        monitors={monitors}
        chosen={chosen}
        texts={{
          all: t('maintenance.form.all'),
          some: t('maintenance.form.some'),
          none: t('maintenance.form.noMonitors'),
        }}
        isInvalid={error !== undefined}
        onChange={onChange}
      />
      {error && (
        <Text role="alert" color="danger" textStyle="sm">
          {error}
        </Text>
      )}
    </chakra.fieldset>
  );
}
