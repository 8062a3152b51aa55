import { Button } from '@chakra-ui/react';
import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api/client.ts';

/** How asking for a check ended. */
export type CheckAnswer = { asked: boolean } | { failure: unknown };

/** Asks the agents to check the monitor's endpoints now. */
export function CheckNow({ monitorId, onAnswer }: { monitorId: string; onAnswer: (answer: CheckAnswer) => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function ask() {
    setBusy(true);
    try {
      const path = `/monitors/${encodeURIComponent(monitorId)}/test`;
      const { locations } = await callApi(path, testRequestedSchema, { method: 'POST' });
      onAnswer({ asked: locations.length > 0 });
    } catch (failure) {
      onAnswer({ failure });
    }
    setBusy(false);
  }
  return (
    <Button variant="outline" borderColor="edge" loading={busy} onClick={() => void ask()}>
      <Zap aria-hidden="true" />
      {t('monitor.checkNow')}
    </Button>
  );
}
