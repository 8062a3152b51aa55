import type { Place } from './draft-groups.ts';

/** A group on screen: its upper and lower edge, and the middle of each component, px. */
export type GroupBox = { id: string; top: number; bottom: number; middles: readonly number[] };

/**
 * Returns the place of a component that is dropped at `y`: in the nearest group, before the first component whose
 * middle is below.
 */
export function placeAt(groups: readonly GroupBox[], y: number): Place | null {
  const distance = ({ top, bottom }: GroupBox) => Math.max(top - y, y - bottom, 0);
  const [nearest] = groups.toSorted((one, other) => distance(one) - distance(other));
  if (!nearest) return null;
  const index = nearest.middles.findIndex((middle) => middle > y);
  return { groupId: nearest.id, index: index < 0 ? nearest.middles.length : index };
}

/** The groups below an element, by their data attributes. */
export function boxesIn(list: HTMLElement): GroupBox[] {
  return [...list.querySelectorAll<HTMLElement>('[data-group]')].map((group) => {
    const { top, bottom } = group.getBoundingClientRect();
    const middles = [...group.querySelectorAll('[data-component]')].map((component) => {
      const box = component.getBoundingClientRect();
      return (box.top + box.bottom) / 2;
    });
    return { id: group.dataset.group ?? '', top, bottom, middles };
  });
}
