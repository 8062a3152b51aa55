import { Button, chakra, Field, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { MOST_DEPENDENCIES, readDependency } from '@farwatch/core/values/dependency';
import { X } from 'lucide-react';
import { type RefCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMonitors } from '../../lib/live/account.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { dependencyName } from './dependency-name.ts';

type Props = {
  value: readonly string[];
  onChange: (dependsOn: string[]) => void;
  /** The ids of the edited monitor's endpoints; those of a new one are in no monitor. */
  endpointIds: readonly string[];
  focusRef: RefCallback<HTMLSelectElement>;
  error: string | undefined;
};

/** Selects what a monitor depends on: other monitors, or single endpoints of theirs. */
export function DependsOnField({ value, onChange, endpointIds, focusRef, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const monitors = useMonitors().data?.items ?? [];
  const own = monitors.find(({ endpoints }) => endpointIds.some((each) => endpoints[each]))?.id ?? null;
  const offered = offeredIn(monitors, own).filter((each) => !value.includes(each));
  const options = offered.map((each) => ({ value: each, label: dependencyName(each, monitors) ?? each }));
  const isFull = value.length >= MOST_DEPENDENCIES;
  if (options.length === 0 && value.length === 0) return null;
  return (
    <Field.Root invalid={error !== undefined} alignItems="flex-start">
      <Field.Label htmlFor={id}>
        {t('form.dependsOn.label')}{' '}
        <Text as="span" color="text.muted" fontWeight="normal">
          {t('form.optional')}
        </Text>
      </Field.Label>
      {value.length > 0 && (
        <Flex as="ul" listStyleType="none" direction="column" gap="1" maxW="100%">
          {value.map((each) => {
            const name = dependencyName(each, monitors) ?? t('form.dependsOn.gone');
            return (
              <Flex as="li" key={each} align="center" gap="1">
                <chakra.bdi overflowWrap="anywhere">{name}</chakra.bdi>
                <Button
                  variant="ghost"
                  size="xs"
                  minW="10"
                  h="10"
                  my="-1.5"
                  px="0"
                  aria-label={t('form.dependsOn.remove', { name })}
                  onClick={() => onChange(value.filter((other) => other !== each))}
                >
                  <X aria-hidden="true" size={14} />
                </Button>
              </Flex>
            );
          })}
        </Flex>
      )}
      {!isFull && (
        <Choice
          id={id}
          ref={focusRef}
          value=""
          options={[{ value: '', label: t('form.dependsOn.add') }, ...options]}
          onChoose={(chosen) => chosen !== '' && onChange([...value, chosen])}
        />
      )}
      <Field.HelperText>
        {isFull ? t('form.dependsOn.full', { max: MOST_DEPENDENCIES }) : t('form.dependsOn.hint')}
      </Field.HelperText>
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}

/**
 * What can be depended on: all other monitors but those that depend on this one, and the endpoints of those that have
 * several. `own`: the monitor that is edited; null for a new one.
 */
function offeredIn(monitors: readonly WithId<Monitor>[], own: string | null): string[] {
  const refused = new Set(own === null ? [] : [own]);
  for (let size = -1; size !== refused.size; ) {
    size = refused.size;
    for (const { id, dependsOn } of monitors)
      if (dependsOn.some((each) => refused.has(readDependency(each).monitorId))) refused.add(id);
  }
  return monitors
    .filter(({ id }) => !refused.has(id))
    .flatMap(({ id, order }) => (order.length > 1 ? [id, ...order.map((each) => `${id}/${each}`)] : [id]));
}
