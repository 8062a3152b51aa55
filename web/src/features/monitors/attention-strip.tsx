import { Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { Person } from '@farwatch/core/documents/incident';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocationText } from '../../domain/flags/locations.tsx';
import { StatusShape } from '../../domain/status/status.tsx';
import { personText } from '../../lib/format/person-text.ts';
import { monitorPath } from '../../lib/navigation/paths.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { TAPPED, TextLink } from '../../ui/navigation/links.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { LengthOfTime } from '../../ui/text/time.tsx';
import { type Problem, rowsWithProblems } from './attention.ts';
import type { StatusFilter } from './monitor-filter.ts';
import type { MonitorRow } from './monitor-row.ts';

/** The table below lists the rest. */
const MAX_SHOWN = 3;

type Props = { rows: readonly MonitorRow[]; onMore: (filter: StatusFilter) => void };

/** Lists the monitors that are down or partially failing, the most severe first; renders nothing if there are none. */
export function Attention({ rows, onMore }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const affected = rowsWithProblems(rows);
  const [first] = affected;
  if (!first) return null;
  const rest = affected.length - MAX_SHOWN;
  return (
    <Panel as="section" aria-labelledby={id} borderColor={`status.${first.problem.kind}`} px="4" py="3">
      <Heading as="h2" id={id} textStyle="md" fontWeight="semibold" mb="1">
        {t('attention.title')}
      </Heading>
      <chakra.ul listStyleType="none">
        {affected.slice(0, MAX_SHOWN).map(({ id: key, name, problem, acknowledgers }) => (
          <chakra.li key={key} display="flex" alignItems="flex-start" gap="2.5" py="1">
            <Flex h="1lh" align="center">
              <StatusShape look={problem.kind} />
            </Flex>
            <Flex wrap="wrap" columnGap="3" minW="0">
              <TextLink to={monitorPath(key)} fontWeight="medium" overflowWrap="anywhere" {...TAPPED}>
                <bdi>{name}</bdi>
              </TextLink>
              <Text as="span" color="text.muted">
                <ProblemText problem={problem} />
                {acknowledgers.length > 0 && <Acknowledged by={acknowledgers} />}
              </Text>
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
      {rest > 0 && (
        <Button
          variant="plain"
          size="sm"
          px="0"
          color="accent"
          onClick={() => onMore(affected[MAX_SHOWN]?.problem.kind ?? 'down')}
        >
          {t('attention.more', { count: rest })}
        </Button>
      )}
    </Panel>
  );
}

function Acknowledged({ by }: { by: readonly Person[] }) {
  const { t } = useTranslation();
  const who = by.map((person) => personText(person, t)).join(', ');
  return (
    <>
      {' · '}
      <chakra.span color="text">{t('attention.acknowledged', { who })}</chakra.span>
    </>
  );
}

function ProblemText({ problem: { kind, count, total, locations, sinceMs } }: { problem: Problem }) {
  const { t } = useTranslation();
  const locationText = useLocationText();
  return (
    <TextWithParts
      text={t(locations.length > 0 ? `attention.${kind}` : `attention.${kind}Plain`, {
        count,
        total,
        locations: locationText(locations),
      })}
      parts={{ time: <LengthOfTime fromMs={sinceMs} toMs={null} inText /> }}
    />
  );
}
