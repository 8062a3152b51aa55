import { Button, Flex, Text } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/feedback/notice.tsx';
import type { WithId } from '../../../../lib/live/read-document.ts';
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
import { GroupCard } from './group-card.tsx';
import { useDragging } from './use-dragging.ts';

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

  /** `selector`: of what is removed. */
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
        borderColor="edge"
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

/** What a component shows: 'Shop', or 'Shop › Checkout'; null if that was deleted. */
function sourceOf({ monitorId, endpointId }: DraftComponent, monitors: readonly WithId<Monitor>[]): string | null {
  const monitor = monitors.find(({ id }) => id === monitorId);
  if (!monitor) return null;
  if (endpointId === null) return monitor.name;
  const endpoint = monitor.endpoints[endpointId];
  return endpoint ? `${monitor.name} › ${endpoint.name}` : null;
}
