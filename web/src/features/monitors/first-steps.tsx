import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { FIRST_STEPS, type FirstStep } from '@farwatch/core/decisions/monitors/first-steps';
import { CircleCheck, FileUp, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusShape } from '../../domain/status/status.tsx';
import { ALERTS_PATH, monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { Mark } from '../../ui/layout/mark.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

type Props = { done: Record<FirstStep, boolean>; next: FirstStep; monitorId: string | undefined };

/** The onboarding steps of a new account: first monitor, first alert, first look. */
export default function FirstSteps({ done, next, monitorId }: Props) {
  const { t } = useTranslation();
  const count = FIRST_STEPS.filter((step) => done[step]).length;
  return (
    <Panel as="section" aria-label={t('onboarding.label')} p={{ base: '4', sm: '6' }}>
      <Flex direction={next === 'monitor' ? 'column' : 'row'} align="center" columnGap="4" rowGap="2" wrap="wrap">
        {next === 'monitor' && <Mark size={32} color="text.muted" />}
        <Box
          flex={next === 'monitor' ? undefined : '1 1 240px'}
          minW="0"
          {...(next === 'monitor' && { textAlign: 'center' })}
        >
          <Text textStyle="lg" fontWeight="medium">
            {t(next === 'monitor' ? 'monitors.empty' : `onboarding.${next}.title`)}
          </Text>
          <Text color="text.muted">{t(next === 'monitor' ? 'monitors.emptyHint' : `onboarding.${next}.text`)}</Text>
        </Box>
        <NextAction next={next} monitorId={monitorId} />
      </Flex>
      <Flex mt="5" pt="4" borderTopWidth="1px" columnGap="8" rowGap="2" wrap="wrap" justify="space-between">
        <chakra.ol
          display="flex"
          flexDirection={{ base: 'column', sm: 'row' }}
          flexWrap="wrap"
          columnGap="8"
          rowGap="2"
          listStyleType="none"
        >
          {FIRST_STEPS.map((step) => (
            <Step key={step} done={done[step]} next={step === next}>
              {t(`onboarding.steps.${step}`)}
            </Step>
          ))}
        </chakra.ol>
        <Text color="text.muted">{t('onboarding.progress', { done: count, total: FIRST_STEPS.length })}</Text>
      </Flex>
    </Panel>
  );
}

function Step({ done, next, children }: { done: boolean; next: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <chakra.li display="flex" alignItems="center" gap="2" aria-current={next ? 'step' : undefined}>
      <Flex color="status.up" boxSize="4" align="center" justify="center" flexShrink="0">
        {done ? <CircleCheck size={16} aria-hidden="true" /> : <StatusShape look="pending" size={14} />}
      </Flex>
      <Text as="span" fontWeight={next ? 'medium' : 'normal'} color={done ? 'text.muted' : 'text'}>
        {children}
      </Text>
      <Text as="span" srOnly>
        {t(done ? 'onboarding.done' : 'onboarding.open')}
      </Text>
    </chakra.li>
  );
}

function NextAction({ next, monitorId }: { next: FirstStep; monitorId: string | undefined }) {
  const { t } = useTranslation();
  if (next === 'look') {
    return monitorId && <Action to={monitorPath(monitorId)}>{t('onboarding.look.action')}</Action>;
  }
  if (next === 'alert') return <Action to={ALERTS_PATH}>{t('onboarding.alert.action')}</Action>;
  return (
    <Flex gap="2" wrap="wrap" justify="center">
      <Action to={PATHS.newMonitor}>
        <Plus aria-hidden="true" />
        {t('monitors.create')}
      </Action>
      <ButtonLink to={PATHS.importMonitors} variant="outline" mt="1">
        <FileUp aria-hidden="true" />
        {t('monitors.import')}
      </ButtonLink>
    </Flex>
  );
}

function Action({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} colorPalette="accent" mt="1">
      {children}
    </ButtonLink>
  );
}
