import { SimpleGrid, Text } from '@chakra-ui/react';
import type { AvailableLocations } from '@farwatch/core/api/agents';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../components/flags/location-names.tsx';
import { Section } from '../../components/section.tsx';

/** Every location that monitors may be checked from, with its active agents. */
export function MonitoringLocations({ locations }: { locations: AvailableLocations }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agents.locations.title')}>
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 3 }} borderTopWidth="1px" px="4" py="3" gap="3">
        {locations.map(({ country_code, agent_count }) => (
          <li key={country_code}>
            <Text as="div" fontWeight="medium">
              <LocationNames codes={[country_code]} />
            </Text>
            <Text color="text.muted" textStyle="sm">
              {agent_count > 0 ? t('agents.locations.count', { count: agent_count }) : t('agents.locations.none')}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Section>
  );
}
