import { Box, Button, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithId } from '../../../../lib/live/read-document.ts';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { isGroupName } from '../draft.ts';
import { AddDialog } from './add-dialog.tsx';
import { ComponentRow } from './component-row.tsx';
import {
  addComponents,
  addGroup,
  type DraftComponent,
  type DraftGroup,
  moveComponent,
  moveGroup,
  type Place,
  placeOf,
  renameComponent,
  renameGroup,
  stepOf,
  withoutComponent,
  withoutGroup,
} from './draft-groups.ts';
import { boxesIn, placeAt } from './drop-place.ts';

type Groups = readonly DraftGroup[];
type Props = {
  groups: Groups;
  monitors: readonly WithId<Monitor>[];
  hasErrors: boolean;
  onChange: (groups: Groups) => void;
};

/** The groups of a page with their components: added from the monitors, named, ordered and removed. */
export function GroupsField({ groups, monitors, hasErrors, onChange }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const [addTo, setAddTo] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ name: string; groups: Groups; selector: string } | null>(null);
  const [announced, setAnnounced] = useState('');
  const keepFocus = useFocusAfterMove(groups);
  const { dragged, handleOf } = useDragging(list, move);

  function change(next: Groups) {
    setRemoved(null);
    onChange(next);
  }

  /** Removes a group or component, leaving `next`, so that it can be undone. `selector` finds the removed element. */
  function remove(name: string, selector: string, next: Groups) {
    onChange(next);
    setRemoved({ name, groups, selector });
  }

  function undo({ groups: before, selector }: NonNullable<typeof removed>) {
    keepFocus(`${selector} [data-move]`);
    change(before);
  }

  function addEmpty() {
    const next = addGroup(groups);
    keepFocus(`${selectorOf('group', next.at(-1)?.id ?? '')} input`);
    change(next);
  }

  function move(id: string, place: Place) {
    const next = moveComponent(groups, id, place);
    change(next);
    const to = placeOf(next, id);
    const at = next.findIndex((group) => group.id === to?.groupId);
    const group = next[at];
    if (!to || !group) return;
    setAnnounced(
      t('pages.groups.moved', {
        name: group.components[to.index]?.name ?? '',
        position: to.index + 1,
        total: group.components.length,
        group: group.name || t('pages.groups.numbered', { number: at + 1 }),
      }),
    );
  }

  const rowOf = (component: DraftComponent, groupId: string, index: number) => (
    <ComponentRow
      key={component.id}
      component={component}
      source={sourceOf(component, monitors) ?? t('pages.groups.deleted')}
      isDragged={dragged?.id === component.id}
      isDropTarget={dragged?.place?.groupId === groupId && dragged.place.index === index}
      hasErrors={hasErrors}
      handle={handleOf(component.id)}
      canMove={{ up: stepOf(groups, component.id, 'up') !== null, down: stepOf(groups, component.id, 'down') !== null }}
      onMove={(step) => {
        const place = stepOf(groups, component.id, step);
        if (!place) return;
        keepFocus(`${selectorOf('component', component.id)} [data-move=${step}]`);
        move(component.id, place);
      }}
      onRename={(name) => change(renameComponent(groups, component.id, name))}
      onRemove={() =>
        remove(component.name, selectorOf('component', component.id), withoutComponent(groups, component.id))
      }
    />
  );

  return (
    <Flex ref={list} direction="column" gap="3">
      <Text role="status" srOnly>
        {announced}
      </Text>
      {groups.map((group, index) => (
        <GroupCard
          key={group.id}
          group={group}
          position={index + 1}
          count={groups.length}
          isDropEnd={dragged?.place?.groupId === group.id && dragged.place.index === group.components.length}
          hasErrors={hasErrors}
          onRename={(name) => change(renameGroup(groups, group.id, name))}
          onMove={(step) => {
            keepFocus(`${selectorOf('group', group.id)} [data-move=${step}]`);
            change(moveGroup(groups, group.id, step));
          }}
          onRemove={() =>
            remove(
              group.name || t('pages.groups.numbered', { number: index + 1 }),
              selectorOf('group', group.id),
              withoutGroup(groups, group.id),
            )
          }
          onAdd={() => setAddTo(group.id)}
        >
          {group.components.map((component, at) => rowOf(component, group.id, at))}
        </GroupCard>
      ))}
      {removed && (
        <Notice
          kind="info"
          action={
            <Button size="sm" variant="outline" autoFocus onClick={() => undo(removed)}>
              {t('pages.groups.undo')}
            </Button>
          }
        >
          {t('pages.groups.removed', { name: removed.name })}
        </Notice>
      )}
      <Button
        variant="outline"
        alignSelf="flex-start"
        disabled={groups.length >= STATUS_PAGE.groups}
        onClick={addEmpty}
      >
        <Plus aria-hidden="true" />
        {t('pages.groups.addGroup')}
      </Button>
      {addTo !== null && (
        <AddDialog
          groups={groups}
          monitors={monitors}
          onAdd={(added) => {
            change(addComponents(groups, addTo, added));
            setAddTo(null);
          }}
          onClose={() => setAddTo(null)}
        />
      )}
    </Flex>
  );
}

/** Selects the row of a component or the card of a group. */
function selectorOf(what: 'component' | 'group', id: string): string {
  return `[data-${what}="${CSS.escape(id)}"]`;
}

/** Returns a function: after the next change, the element of that selector gets the focus, which moving it may lose. */
function useFocusAfterMove(groups: Groups): (selector: string) => void {
  const selectorRef = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the groups have changed
  useLayoutEffect(() => {
    if (selectorRef.current !== null) document.querySelector<HTMLElement>(selectorRef.current)?.focus();
    selectorRef.current = null;
  }, [groups]);
  return (selector) => {
    selectorRef.current = selector;
  };
}

/** Names what a component shows: 'Shop', or 'Shop › Checkout'; null if that was deleted. */
function sourceOf({ monitorId, endpointId }: DraftComponent, monitors: readonly WithId<Monitor>[]): string | null {
  const monitor = monitors.find(({ id }) => id === monitorId);
  if (!monitor) return null;
  if (endpointId === null) return monitor.name;
  const endpoint = monitor.endpoints[endpointId];
  return endpoint ? `${monitor.name} › ${endpoint.name}` : null;
}

/** The dragged component, and where it would be dropped; null before the pointer moves. */
type Dragged = { id: string; place: Place | null };

/** The distance to the window's edges within which dragging scrolls, and by how much, px. */
const EDGE_PX = 72;
const STEP_PX = 16;

/** Dragging components by their handles, with a mouse, pen or finger. Escape ends it without a move. */
function useDragging(list: RefObject<HTMLElement | null>, onMove: (id: string, place: Place) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDragged(null);
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [isDragging]);

  const handleOf = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ id, place: null });
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (dragged?.id !== id || !list.current) return;
      scrollAtEdge(clientY);
      setDragged({ id, place: placeAt(boxesIn(list.current), clientY) });
    },
    onPointerUp() {
      if (dragged?.id === id && dragged.place) onMove(id, dragged.place);
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  });

  return { dragged, handleOf };
}

function scrollAtEdge(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
}

type GroupCardProps = {
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
function GroupCard(props: GroupCardProps) {
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

function GroupButtons({ label, position, count, onMove, onRemove }: GroupCardProps & { label: string }) {
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
