import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phaseDetails } from '../../../components/check-phases/phase-details.ts';
import { PhaseBar, PhaseList } from '../../../components/check-phases/phases.tsx';
import { LocationNames } from '../../../components/flags/locations.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { StatusLabel } from '../../../components/status/status.tsx';
import { useCheckErrorText } from '../../../components/text/check-error.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { CheckRow } from './check-columns.tsx';

type Props = { check: CheckRow | null; hasStatusCode: boolean; onClose: () => void };

/** The 'Check Details' dialog: a check's result and phases; closed while `check` is null. */
export function CheckDialog({ check, hasStatusCode, onClose }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(check);
  if (check !== null && check !== shown) setShown(check);
  return (
    <AppDialog open={check !== null} onClose={onClose} title={t('endpoint.check.title')}>
      {shown && (
        <Flex direction="column" gap="5">
          <CheckResult check={shown} hasStatusCode={hasStatusCode} />
          <Phases check={shown} />
        </Flex>
      )}
    </AppDialog>
  );
}

function CheckResult({ check, hasStatusCode }: Omit<Props, 'onClose'> & { check: CheckRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useCheckErrorText();
  const { checkTime, success, statusCode, error, location } = check;
  const details: [string, ReactNode][] = [
    [t('endpoint.checks.columns.time'), exactTime(Date.parse(checkTime), language)],
    [t('endpoint.checks.columns.location'), <LocationNames key="location" codes={[location]} />],
  ];
  if (hasStatusCode) details.push([t('endpoint.checks.columns.code'), statusCode ?? t('noValue')]);
  return (
    <Flex direction="column" gap="3">
      <Box>
        <StatusLabel look={success ? 'up' : 'down'} text={t(success ? 'status.up' : 'status.down')} />
        {error !== null && <Text mt="1">{errorText(error, statusCode)}</Text>}
      </Box>
      <Grid as="dl" templateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1">
        {details.map(([name, value]) => (
          <Fragment key={name}>
            <chakra.dt color="text.muted">{name}</chakra.dt>
            <chakra.dd textAlign="end">{value}</chakra.dd>
          </Fragment>
        ))}
      </Grid>
    </Flex>
  );
}

function Phases({ check }: { check: CheckRow }) {
  const { t } = useTranslation();
  const phases = phaseDetails(check);
  const total = t('endpoint.ms', { value: check.responseTime.toLocaleString('en') });
  return (
    <Flex as="section" direction="column" gap="3" borderTopWidth="1px" pt="4">
      <Flex justify="space-between" gap="4" fontWeight="medium">
        <chakra.h3>{t('endpoint.checks.columns.ms')}</chakra.h3>
        <span>{total}</span>
      </Flex>
      {phases && phases.length > 0 ? (
        <>
          <PhaseBar phases={phases} height="12px" />
          <PhaseList phases={phases} />
          <Text textStyle="sm" color="text.muted">
            {t('endpoint.check.hint')}
          </Text>
        </>
      ) : (
        <Text color="text.muted">{t(phases ? 'endpoint.check.noPhases' : 'endpoint.check.unknownPhases')}</Text>
      )}
    </Flex>
  );
}
