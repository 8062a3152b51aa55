import { Box, chakra, Text } from '@chakra-ui/react';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import { Section } from '../../components/layout/section.tsx';
import type { WithId } from '../../lib/live/read-document.ts';
import type { WindowGroups, WindowRow } from './periods.ts';
import { WindowItem } from './window-item.tsx';

type Props = {
  groups: WindowGroups;
  monitors: readonly WithId<Monitor>[];
  nowMs: number;
  onEdit: (window: WithId<Maintenance>) => void;
  onDelete: (window: WithId<Maintenance>) => void;
  onEnded: (window: Maintenance) => void;
};

/** The windows that are running, those planned, and below a heading that opens them those that are over. */
export function WindowSections({ groups, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {groups.now.length > 0 && (
        <Section title={t('maintenance.sections.now')}>
          <Rows rows={groups.now} {...props} />
        </Section>
      )}
      <Section title={t('maintenance.sections.planned')}>
        {groups.planned.length > 0 ? (
          <Rows rows={groups.planned} {...props} />
        ) : (
          <Text px="4" pb="4" color="text.muted">
            {t('maintenance.noneLeft')}
          </Text>
        )}
      </Section>
      {groups.past.length > 0 && (
        <Panel as="section" overflow="clip">
          <chakra.details>
            <chakra.summary
              px="4"
              py="3"
              textStyle="lg"
              fontWeight="semibold"
              cursor="pointer"
              borderRadius="l3"
              focusVisibleRing="inside"
            >
              {t('maintenance.sections.past', { count: groups.past.length })}
            </chakra.summary>
            <Rows rows={groups.past} {...props} />
          </chakra.details>
        </Panel>
      )}
    </>
  );
}

function Rows({ rows, ...props }: Omit<Props, 'groups'> & { rows: readonly WindowRow[] }) {
  return (
    <Box as="ul" listStyleType="none">
      {rows.map((row) => (
        <WindowItem key={row.window.id} row={row} {...props} />
      ))}
    </Box>
  );
}
