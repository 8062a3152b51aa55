import { Box, chakra, Flex, Tabs, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandBlock } from '../../../ui/form/command-block.tsx';
import {
  DEVICE_TYPES,
  type DeviceType,
  installCommand,
  type RegistrationTarget,
  RUN_COMMAND,
  registrationSteps,
} from './registration-steps.ts';

type Props = {
  target: RegistrationTarget;
  /** The device type shown first. */
  system: DeviceType;
};

/** How to register a computer or phone with a code: by one command, or step by step. */
export function RegistrationGuide({ target, system }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Text mb="2">{t('registerThisAgent.oneLine.enter')}</Text>
      <CommandBlock command={installCommand(target)} />
      <Text mt="2" mb="6" color="text.muted" textStyle="sm">
        {t('registerThisAgent.oneLine.does')}
      </Text>
      <Text fontWeight="medium" mb="2">
        {t('registerThisAgent.oneLine.instead')}
      </Text>
      <StepByStep target={target} system={system} />
    </>
  );
}

function StepByStep({ target, system }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(system);
  return (
    <Tabs.Root
      value={shown}
      onValueChange={({ value }) => setShown(DEVICE_TYPES.find((each) => each === value) ?? system)}
      variant="line"
      lazyMount
    >
      <Tabs.List aria-label={t('registerThisAgent.system')} colorPalette="accent">
        {DEVICE_TYPES.map((each) => (
          <Tabs.Trigger key={each} value={each} h={{ base: '11', sm: '10' }}>
            {t(`registerThisAgent.systems.${each}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {DEVICE_TYPES.map((each) => (
        <Tabs.Content key={each} value={each} p="0" pt="4">
          <Text color="text.muted" textStyle="sm" mb="4">
            {t(`registerThisAgent.needs.${each}`)}
          </Text>
          <Steps system={each} target={target} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Steps({ system, target }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <chakra.ol display="flex" flexDirection="column" gap="4" listStyleType="none">
        {registrationSteps(system, target).map(({ text, command }, index) => (
          <Flex as="li" key={text} gap="3">
            <StepNumber value={index + 1} />
            <Box flex="1" minW="0">
              <Text mb="2">{t(`registerThisAgent.steps.${text}`)}</Text>
              <CommandBlock command={command} />
            </Box>
          </Flex>
        ))}
      </chakra.ol>
      <Text mt="4" color="text.muted" textStyle="sm">
        {t('registerThisAgent.again')}{' '}
        <chakra.code fontFamily="mono" color="text" whiteSpace="nowrap" translate="no">
          {RUN_COMMAND}
        </chakra.code>
      </Text>
    </>
  );
}

/** Replaces the list's own numbers, which are outside of the column. */
function StepNumber({ value }: { value: number }) {
  return (
    <chakra.span
      flexShrink="0"
      display="grid"
      placeItems="center"
      boxSize="5"
      borderRadius="full"
      bg="accent.subtle"
      color="accent"
      textStyle="xs"
      fontWeight="semibold"
    >
      {value}
    </chakra.span>
  );
}
