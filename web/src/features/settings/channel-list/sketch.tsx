import { chakra } from '@chakra-ui/react';
import type { SketchSpec } from './types/channel-type-form.ts';

const MENU_TOP = 44;
const MENU_STEP = 24;
/** The width of a character of the button's text, with a reserve for wide ones. */
const CHARACTER_WIDTH = 6.5;

const COLORS = {
  page: 'var(--chakra-colors-surface-raised)',
  field: 'var(--chakra-colors-surface)',
  border: 'var(--chakra-colors-border)',
  edge: 'var(--chakra-colors-edge)',
  text: 'var(--chakra-colors-text)',
  muted: 'var(--chakra-colors-text-muted)',
  accent: 'var(--chakra-colors-accent)',
  subtle: 'var(--chakra-colors-accent-subtle)',
  solid: 'var(--chakra-colors-accent-solid)',
  onSolid: 'var(--chakra-colors-accent-contrast)',
} as const;
type Color = keyof typeof COLORS;

/** A drawing of a service's page. Hidden from screen readers, because the step's text covers it. */
export function Sketch({ host, menu, chosen, value, button }: SketchSpec) {
  return (
    <chakra.svg viewBox="0 0 360 125" w="full" maxW="400px" mt="2" display="block" aria-hidden="true" fontSize="11px">
      <Shape x={0.5} y={0.5} width={359} height={123} fill="page" stroke="border" />
      <Shape x={0.5} y={24} width={359} height={0.5} fill="border" />
      {[14, 26, 38].map((x) => (
        <circle key={x} cx={x} cy={12} r={3} style={{ fill: COLORS.edge }} />
      ))}
      <Label x={56} y={16} text={host} color="muted" />
      {menu.map((entry, index) => {
        const y = MENU_TOP + index * MENU_STEP;
        const isChosen = index === chosen;
        return (
          <g key={entry}>
            {isChosen && <Shape x={8} y={y - 13} width={136} height={20} fill="subtle" />}
            <Label x={14} y={y + 1} text={entry} color={isChosen ? 'accent' : 'muted'} isStrong={isChosen} />
          </g>
        );
      })}
      <Shape x={152} y={40} width={196} height={26} fill="field" stroke="edge" />
      <Label x={160} y={57} text={value} color="text" />
      <Shape x={152} y={78} width={button.length * CHARACTER_WIDTH + 20} height={26} fill="solid" />
      <Label x={162} y={95} text={button} color="onSolid" isStrong />
    </chakra.svg>
  );
}

type ShapeProps = { x: number; y: number; width: number; height: number; fill: Color; stroke?: Color };

function Shape({ fill, stroke, ...box }: ShapeProps) {
  return <rect {...box} rx={4} style={{ fill: COLORS[fill], ...(stroke && { stroke: COLORS[stroke] }) }} />;
}

type LabelProps = { x: number; y: number; text: string; color: Color; isStrong?: boolean };

function Label({ x, y, text, color, isStrong = false }: LabelProps) {
  return (
    <text x={x} y={y} style={{ fill: COLORS[color], fontWeight: isStrong ? 600 : 400 }}>
      {text}
    </text>
  );
}
