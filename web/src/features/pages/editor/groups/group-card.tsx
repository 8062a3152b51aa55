import { Box, Button, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isGroupName } from '../draft.ts';
import type { DraftGroup } from './draft-groups.ts';

type Props = {
  group: DraftGroup;
  /** Its position, from 1, of how many. */
  position: number;
  count: number;
  isDropEnd: boolean;
  hasErrors: boolean;
  onRename: (name: string) => void;
  onMove: (step: 'up' | 'down') => void;
  onRemove: () => void;
  onAdd: () => void;
  /** The rows of its components. */
  children: ReactNode;
};

/** A group of components, with its heading on the page. */
export function GroupCard(props: Props) {
  const { group, position, isDropEnd, hasErrors, onRename, onAdd, children } = props;
  const { t } = useTranslation();
  const label = group.name || t('pages.groups.numbered', { number: position });
  return (
    <Box
      as="section"
      data-group={group.id}
      aria-label={label}
      borderWidth="1px"
      borderRadius="l2"
      boxShadow={isDropEnd ? '0 2px 0 var(--chakra-colors-accent)' : undefined}
    >
      <Flex gap="2" p="2" align="center">
        <Input
          aria-label={t('pages.groups.name', { number: position })}
          placeholder={t('pages.groups.namePlaceholder')}
          aria-invalid={(hasErrors && !isGroupName(group.name)) || undefined}
          maxLength={STATUS_PAGE.nameLength}
          value={group.name}
          autoComplete="off"
          fontWeight="medium"
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        <GroupButtons {...props} label={label} />
      </Flex>
      {group.components.length > 0 ? (
        <chakra.ul listStyleType="none" aria-label={t('pages.groups.components', { group: label })}>
          {children}
        </chakra.ul>
      ) : (
        <Text px="3" py="3" borderTopWidth="1px" color="text.muted" textStyle="sm">
          {t('pages.groups.empty')}
        </Text>
      )}
      <Box p="2" borderTopWidth="1px">
        <Button size="sm" variant="ghost" color="accent" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {t('pages.groups.add')}
        </Button>
      </Box>
    </Box>
  );
}

function GroupButtons({ label, position, count, onMove, onRemove }: Props & { label: string }) {
  const { t } = useTranslation();
  if (count === 1) return null;
  const button = { variant: 'ghost', color: 'text.muted', px: '0', minW: { base: '10', sm: '8' } } as const;
  const isEnd = { up: position === 1, down: position === count };
  return (
    <Flex flexShrink="0">
      {(['up', 'down'] as const).map((step) => (
        <IconButton
          key={step}
          {...button}
          {...(isEnd[step] && { 'aria-disabled': true, opacity: 0.4 })}
          data-move={step}
          aria-label={t(`pages.groups.${step}`, { name: label })}
          onClick={() => !isEnd[step] && onMove(step)}
        >
          {step === 'up' ? <ArrowUp /> : <ArrowDown />}
        </IconButton>
      ))}
      <IconButton {...button} aria-label={t('pages.groups.remove', { name: label })} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </Flex>
  );
}
