import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { actInApp } from './act-in-app.ts';
import { SnoozePanel } from './snooze-panel.tsx';

/** As many as one call takes. */
const AT_ONCE = 100;

type Props = { ids: readonly string[]; onClear: () => void };

/** Acknowledges or snoozes the selected incidents. It stays at the foot of the window, so that nothing moves. */
export function SelectionBar({ ids, onClear }: Props) {
  const { t } = useTranslation();
  const [isSnoozing, setSnoozing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [skipped, setSkipped] = useState(0);

  async function act(request: ActionRequest) {
    setBusy(true);
    setFailure(undefined);
    try {
      let left = 0;
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        left += (await actInApp(ids.slice(start, start + AT_ONCE), request)).skipped.length;
      }
      setSkipped(left);
      setSnoozing(false);
      onClear();
    } catch (why) {
      setFailure(why);
    } finally {
      setBusy(false);
    }
  }

  if (ids.length === 0) {
    if (skipped === 0) return null;
    return (
      <Box px="4" pb="3">
        <Notice kind="info">{t('incidents.act.skipped', { count: skipped })}</Notice>
      </Box>
    );
  }
  return (
    <Flex {...FOOT} role="region" aria-label={t('incidents.act.selected', { count: ids.length })}>
      {failure !== undefined && <FailureNotice title={t('incidents.act.failed')} failure={failure} />}
      {isSnoozing && <SnoozePanel onSnooze={(minutes) => void act({ do: 'snooze', minutes })} />}
      <Flex gap="2" wrap="wrap" align="center">
        <Text role="status" me="2">
          {t('incidents.act.selected', { count: ids.length })}
        </Text>
        <BusyButton
          colorPalette="accent"
          minH={MIN_H}
          loading={busy}
          onClick={() => void act({ do: 'acknowledge', note: '' })}
        >
          {t('incidents.act.acknowledge')}
        </BusyButton>
        <Button
          variant="outline"
          borderColor="edge"
          minH={MIN_H}
          aria-expanded={isSnoozing}
          onClick={() => setSnoozing(!isSnoozing)}
        >
          {t('incidents.act.snooze')}
        </Button>
        <IconButton variant="ghost" minH={MIN_H} ms="auto" aria-label={t('incidents.act.clear')} onClick={onClear}>
          <X />
        </IconButton>
      </Flex>
    </Flex>
  );
}

const MIN_H = { base: '11', sm: '9' };
const FOOT = {
  direction: 'column',
  gap: '3',
  position: 'sticky',
  bottom: '0',
  zIndex: '1',
  px: '4',
  py: '3',
  bg: 'surface.raised',
  borderTopWidth: '1px',
} as const;
