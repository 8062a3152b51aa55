import { Box, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import { useTranslation } from 'react-i18next';
import { type ChannelTypeForm, GROUPS } from './types/channel-type-form.ts';
import { CHANNEL_TYPE_FORMS } from './types/table.ts';

const Tile = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '3',
    minH: '11',
    textAlign: 'start',
    borderWidth: '1px',
    borderRadius: 'l2',
    bg: 'surface.raised',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { borderColor: 'accent', bg: 'accent.subtle' },
  },
});

/** The types to choose from for a new channel, by groups. */
export function TypeTiles({
  types,
  onChoose,
}: {
  types: readonly ChannelTypeName[];
  onChoose: (type: ChannelTypeName) => void;
}) {
  const { t } = useTranslation();
  const offered = types.flatMap((type) => {
    const form: ChannelTypeForm | undefined = CHANNEL_TYPE_FORMS[type];
    return form ? [{ type, form }] : [];
  });
  return (
    <Flex direction="column" gap="5">
      {GROUPS.map((group) => {
        const ofGroup = offered.filter(({ form }) => form.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Box as="section" key={group} aria-label={t(`channels.groups.${group}`)}>
            <chakra.h3 color="text.muted" textStyle="sm" fontWeight="medium" mb="2">
              {t(`channels.groups.${group}`)}
            </chakra.h3>
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2">
              {ofGroup.map(({ type, form: { icon: Icon } }) => (
                <Tile key={type} type="button" onClick={() => onChoose(type)}>
                  <Flex color="accent" h="5" align="center" flexShrink="0" aria-hidden="true">
                    <Icon size={18} />
                  </Flex>
                  <Box minW="0">
                    <Text fontWeight="medium">{t(`channels.types.${type}.name`)}</Text>
                    <Text color="text.muted" textStyle="sm">
                      {t(`channels.types.${type}.text`)}
                    </Text>
                  </Box>
                </Tile>
              ))}
            </SimpleGrid>
          </Box>
        );
      })}
    </Flex>
  );
}
