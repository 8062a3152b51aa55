import { chakra, Flex, Text } from '@chakra-ui/react';
import { type CauseOutage, causeOutagesOf } from '@farwatch/core/decisions/notifications/subject';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { readDependency } from '@farwatch/core/values/dependency';
import { ALERT } from '@farwatch/core/values/limits';
import { useTranslation } from 'react-i18next';
import { untilTime } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useMonitors } from '../../lib/live/account.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { monitorPath } from '../../lib/navigation/paths.ts';
import { currentMs } from '../../lib/time/now.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextLink } from '../../ui/navigation/links.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { dependencyName } from './dependency-name.ts';

/** Shows what a monitor depends on, and that its failures are not announced while that is down. */
export function DependsOn({ monitor }: { monitor: WithId<Monitor> }) {
  const { t } = useTranslation();
  const causes = useCauses(monitor.dependsOn);
  const down = causes.filter(({ outages }) => outages.some(({ endsAt }) => endsAt === null));
  if (causes.length === 0) return null;
  if (down.length === 0) {
    return (
      <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
        {t('dependencies.on')} <Names causes={causes} />
      </Text>
    );
  }
  return (
    <Notice kind="warning">
      <TextWithParts text={t('dependencies.down')} parts={{ names: <Names causes={down} /> }} />
    </Notice>
  );
}

/** Shows by what an incident is covered, or was; nothing for others. */
export function CoveredBy({ incident, dependsOn }: { incident: Incident; dependsOn: readonly string[] }) {
  const { t } = useTranslation();
  const causes = useCauses(dependsOn);
  const endMs = incident.resolvedAt ?? Number.POSITIVE_INFINITY;
  const isDuring = ({ startsAt, endsAt }: CauseOutage) =>
    startsAt - ALERT.awaitCauseMs <= endMs &&
    (endsAt ?? Number.POSITIVE_INFINITY) + ALERT.coveredAfterMs >= incident.triggeredAt;
  const covering = causes
    .map((cause) => ({ ...cause, outages: cause.outages.filter(isDuring) }))
    .filter(({ outages }) => outages.length > 0);
  if (covering.length === 0) return null;
  return (
    <Notice kind="info">
      <TextWithParts text={t('dependencies.covered')} parts={{ names: <Names causes={covering} /> }} />
    </Notice>
  );
}

type NamedCause = { dependency: string; name: string; outages: readonly CauseOutage[] };

/** What of these still exists, with its outages of the last 25 h. */
function useCauses(dependsOn: readonly string[]): NamedCause[] {
  const monitors = useMonitors().data?.items ?? [];
  const byId = new Map(monitors.map((each) => [each.id, each]));
  return dependsOn.flatMap((dependency) => {
    const name = dependencyName(dependency, monitors);
    return name === null ? [] : [{ dependency, name, outages: causeOutagesOf([dependency], byId) ?? [] }];
  });
}

/** The names, with since when those that are down are so. */
function Names({ causes }: { causes: readonly NamedCause[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Flex as="span" display="inline" columnGap="1">
      {causes.map(({ dependency, name, outages }, index) => {
        const since = outages.find(({ endsAt }) => endsAt === null)?.startsAt;
        return (
          <chakra.span key={dependency}>
            {index > 0 && t('dependencies.comma')}
            <TextLink to={monitorPath(readDependency(dependency).monitorId)}>
              <bdi>{name}</bdi>
            </TextLink>
            {since !== undefined && ` ${t('dependencies.since', { time: untilTime(since, currentMs(), language) })}`}
          </chakra.span>
        );
      })}
    </Flex>
  );
}
