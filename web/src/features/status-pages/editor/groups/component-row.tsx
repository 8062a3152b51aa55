import { Box, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { isComponentName } from '../draft.ts';
import type { DraftComponent } from './draft-groups.ts';

type Props = {
  component: DraftComponent;
  /** The name of what the component shows: the monitor's, or the endpoint's with its monitor's. */
  source: string;
  isDragged: boolean;
  isDropTarget: boolean;
  hasErrors: boolean;
  handle: HTMLAttributes<HTMLElement>;
  canMove: Record<'up' | 'down', boolean>;
  onMove: (step: 'up' | 'down') => void;
  onRename: (name: string) => void;
  onRemove: () => void;
};

/** A component of a group: its public name, and what moves and removes it. */
export function ComponentRow(props: Props) {
  const { component, source, isDragged, isDropTarget, hasErrors, handle, onRename } = props;
  const { t } = useTranslation();
  const isBad = hasErrors && !isComponentName(component.name);
  return (
    <chakra.li
      data-component={component.id}
      display="grid"
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' }}
      alignItems="center"
      columnGap="2"
      py="2"
      pe="2"
      borderTopWidth="1px"
      opacity={isDragged ? 0.5 : 1}
      boxShadow={isDropTarget ? '0 -2px 0 var(--chakra-colors-accent)' : undefined}
    >
      {/* For pointers alone: the buttons do the same with the keyboard. */}
      <chakra.span
        {...handle}
        aria-hidden="true"
        display="flex"
        alignItems="center"
        justifyContent="center"
        w={{ base: '10', sm: '8' }}
        h="11"
        color="text.muted"
        cursor={isDragged ? 'grabbing' : 'grab'}
        touchAction="none"
      >
        <GripVertical size={18} />
      </chakra.span>
      <Box minW="0">
        <Input
          aria-label={t('pages.groups.publicName', { source })}
          aria-invalid={isBad || undefined}
          maxLength={STATUS_PAGE.nameLength}
          value={component.name}
          autoComplete="off"
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        {source !== component.name && (
          <Text textStyle="xs" color="text.muted" mt="1" truncate>
            <bdi>{source}</bdi>
          </Text>
        )}
      </Box>
      <RowButtons {...props} />
    </chakra.li>
  );
}

function RowButtons({ component: { name }, canMove, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const button = { variant: 'ghost', color: 'text.muted', px: '0', minW: { base: '10', sm: '8' } } as const;
  const off = (step: 'up' | 'down') => (canMove[step] ? {} : { 'aria-disabled': true, opacity: 0.4 });
  return (
    <Flex alignSelf="start" gridColumn={{ base: '1 / -1', sm: 'auto' }} justifySelf="end">
      {(['up', 'down'] as const).map((step) => (
        <IconButton
          key={step}
          {...button}
          {...off(step)}
          data-move={step}
          aria-label={t(`pages.groups.${step}`, { name })}
          onClick={() => canMove[step] && onMove(step)}
        >
          {step === 'up' ? <ArrowUp /> : <ArrowDown />}
        </IconButton>
      ))}
      <IconButton {...button} aria-label={t('pages.groups.remove', { name })} onClick={onRemove}>
        <X />
      </IconButton>
    </Flex>
  );
}
