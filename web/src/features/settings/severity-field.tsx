import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type SeverityFilter, severityFilterSchema } from '@farwatch/core/documents/notification-settings';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { value: SeverityFilter; onChange: (value: SeverityFilter) => void };

/** Which incidents are alerted: five filters, each with what it admits. */
export function SeverityField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="medium" mb="1">
        {t('notifications.severity')}
      </chakra.legend>
      {severityFilterSchema.options.map((each) => (
        <chakra.label key={each} display="flex" gap="3" py="1.5" minH="11" cursor="pointer">
          <chakra.input
            type="radio"
            name={name}
            boxSize="4"
            mt="0.5"
            flexShrink="0"
            accentColor="accent.solid"
            aria-describedby={`${name}${each}`}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <Flex direction={{ base: 'column', md: 'row' }} columnGap="3" minW="0">
            <Box w={{ md: '160px' }} flexShrink="0">
              {t(`notifications.severities.${each}`)}
            </Box>
            <Text id={`${name}${each}`} color="text.muted">
              {t(`notifications.admits.${each}`)}
            </Text>
          </Flex>
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}
