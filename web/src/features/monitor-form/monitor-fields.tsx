import { fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import type { DraftForm } from './draft.ts';
import { MONITOR_PARTS } from './monitor-parts.tsx';

/** The monitor's own fields, without its endpoints. */
export function MonitorFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <Panel p={{ base: '4', sm: '6' }} display="flex" flexDirection="column" gap="5">
      {fieldNames(MONITOR_FIELDS).map((name) => {
        const { Input, error } = MONITOR_PARTS[name];
        return <Input key={name} form={form} error={errors[name] && error(t, errors[name].type)} />;
      })}
    </Panel>
  );
}
