/** A component of a draft. */
export type DraftComponent = {
  /** Identifies the component within the draft. */
  id: string;
  /** Assigned by the server once the component is stored. */
  key?: string;
  name: string;
  monitorId: string;
  endpointId: string | null;
};

/** A group of a draft. */
export type DraftGroup = {
  /** Identifies the group within the draft. */
  id: string;
  name: string;
  components: readonly DraftComponent[];
};

type Groups = readonly DraftGroup[];

/** A place in a group, before the component that has this index now. */
export type Place = { groupId: string; index: number };

/** Finds the place of a component; null if no group has it. */
export function placeOf(groups: Groups, id: string): Place | null {
  for (const group of groups) {
    const index = group.components.findIndex((each) => each.id === id);
    if (index >= 0) return { groupId: group.id, index };
  }
  return null;
}

/** Moves a component to a place, which may be in another group. */
export function moveComponent(groups: Groups, id: string, to: Place): Groups {
  const from = placeOf(groups, id);
  const component = groups.flatMap(({ components }) => components).find((each) => each.id === id);
  if (!from || !component || !groups.some((group) => group.id === to.groupId)) return groups;
  const isBehind = from.groupId === to.groupId && from.index < to.index;
  const index = isBehind ? to.index - 1 : to.index;
  return changeComponents(withoutComponent(groups, id), to.groupId, (components) =>
    components.toSpliced(index, 0, component),
  );
}

/**
 * Returns the place of a component after one step: past its neighbour, or into the group before or after. Null at the
 * first and the last place of all.
 */
export function stepOf(groups: Groups, id: string, step: 'up' | 'down'): Place | null {
  const from = placeOf(groups, id);
  const at = groups.findIndex((group) => group.id === from?.groupId);
  const group = groups[at];
  if (!from || !group) return null;
  if (step === 'up') {
    if (from.index > 0) return { groupId: group.id, index: from.index - 1 };
    const before = groups[at - 1];
    return before ? { groupId: before.id, index: before.components.length } : null;
  }
  if (from.index < group.components.length - 1) return { groupId: group.id, index: from.index + 2 };
  const after = groups[at + 1];
  return after ? { groupId: after.id, index: 0 } : null;
}

/** Moves a group by one place; the same groups at the ends. */
export function moveGroup(groups: Groups, id: string, step: 'up' | 'down'): Groups {
  const from = groups.findIndex((group) => group.id === id);
  const to = from + (step === 'up' ? -1 : 1);
  const group = groups[from];
  return group && groups[to] ? groups.toSpliced(from, 1).toSpliced(to, 0, group) : groups;
}

export function addGroup(groups: Groups): Groups {
  const numbers = groups.map(({ id }) => Number(id.split(' ')[1]) || 0);
  return [...groups, { id: `group ${Math.max(0, ...numbers) + 1}`, name: '', components: [] }];
}

export function addComponents(groups: Groups, groupId: string, added: readonly Omit<DraftComponent, 'id'>[]): Groups {
  const withIds = added.map((each) => ({ ...each, id: subjectOf(each) }));
  return changeComponents(groups, groupId, (components) => [...components, ...withIds]);
}

export function withoutComponent(groups: Groups, id: string): Groups {
  return groups.map((group) => ({ ...group, components: group.components.filter((each) => each.id !== id) }));
}

export function withoutGroup(groups: Groups, id: string): Groups {
  return groups.filter((group) => group.id !== id);
}

export function renameGroup(groups: Groups, id: string, name: string): Groups {
  return groups.map((group) => (group.id === id ? { ...group, name } : group));
}

export function renameComponent(groups: Groups, id: string, name: string): Groups {
  const renamed = (each: DraftComponent) => (each.id === id ? { ...each, name } : each);
  return groups.map((group) => ({ ...group, components: group.components.map(renamed) }));
}

/** Identifies what a component shows, a monitor or an endpoint, which a page has only once. */
export function subjectOf({ monitorId, endpointId }: Pick<DraftComponent, 'monitorId' | 'endpointId'>): string {
  return endpointId === null ? `monitor ${monitorId}` : `endpoint ${endpointId}`;
}

function changeComponents(
  groups: Groups,
  groupId: string,
  change: (components: readonly DraftComponent[]) => readonly DraftComponent[],
): Groups {
  return groups.map((group) => (group.id === groupId ? { ...group, components: change(group.components) } : group));
}
