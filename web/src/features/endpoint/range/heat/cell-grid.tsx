import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { Tip } from '../../../../ui/overlay/tip.tsx';
import { cellAfterKey } from './cell-keys.ts';

/** A cell; `state` selects its style. With a share, 0 to 1, its top is marked that far. */
export type Cell = { key: string | number; name: string; state: string | number; share?: number };

type Props = {
  label: string;
  cells: readonly Cell[];
  columns: number;
  styles: SystemStyleObject;
  /** The cell that Tab leads to first. */
  start: number;
  tipOf: (index: number) => ReactNode;
  /** Opens a cell; without it, a press only shows its tooltip. */
  onOpen?: ((index: number) => void) | undefined;
};

/**
 * Cells as buttons with one tooltip, opened by hover, focus and press. Tab leads to one of them; the arrow keys, Home
 * and End move on.
 */
export function CellGrid({ label, cells, columns, styles, start, tipOf, onOpen }: Props) {
  const tipId = useId();
  const group = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [entry, setEntry] = useState(start);
  const first = entry < cells.length ? entry : start;
  const isShown = shown !== null && shown < cells.length;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(null);
    const target = cellAfterKey(event.key, indexOf(event) ?? first, cells.length, columns);
    if (target === null) return;
    event.preventDefault();
    const button = group.current?.children[target];
    if (button instanceof HTMLElement) button.focus();
  }

  function onFocus(event: FocusEvent) {
    const index = indexOf(event);
    if (index === null) return;
    setEntry(index);
    if (event.target.matches(':focus-visible')) setShown(index);
  }

  return (
    <>
      <Box
        ref={group}
        role="group"
        data-cells=""
        aria-label={label}
        display="grid"
        css={styles}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setShown(null)}
        onClick={(event) => {
          const index = indexOf(event);
          if (index === null) return;
          if (onOpen) onOpen(index);
          else setShown(index);
        }}
        onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && setShown(indexOf(event))}
        onPointerLeave={() => setShown(null)}
      >
        <Cells cells={cells} first={first} />
      </Box>
      {isShown && (
        <Tip id={tipId} anchor={group.current?.children[shown]}>
          {tipOf(shown)}
        </Tip>
      )}
    </>
  );
}

/** Memoized, so that it is not rendered again when only the tooltip moves. */
const Cells = memo(function Cells({ cells, first }: { cells: readonly Cell[]; first: number }) {
  return cells.map(({ key, name, state, share = 0 }, index) => (
    <chakra.button
      key={key}
      type="button"
      aria-label={name}
      tabIndex={index === first ? 0 : -1}
      data-index={index}
      data-state={state}
    >
      {share > 0 && <span style={{ height: `${100 * share}%` }} />}
    </chakra.button>
  ));
});

function indexOf(event: { target: EventTarget }): number | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return cell === null ? null : Number(cell.dataset.index);
}
