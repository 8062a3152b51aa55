import { Box, chakra, Flex } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChannelTypeForm, SketchSpec } from './types/channel-type-form.ts';

const PageLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: { base: '11', sm: '8' },
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
  },
});

/** How to set up a type of channel: numbered steps, with drawings of where to click at the service; nothing without steps. */
export function Guide({ guide: { page, steps } }: Pick<ChannelTypeForm, 'guide'>) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <Box as="section" aria-label={t('channels.form.guide')} borderWidth="1px" borderRadius="l2" p="4" bg="surface">
      <Flex justify="space-between" align="center" columnGap="4" wrap="wrap">
        <chakra.h3 fontWeight="medium">{t('channels.form.guide')}</chakra.h3>
        {page && (
          <PageLink href={page} target="_blank" rel="noreferrer">
            {t('channels.form.open', { host: new URL(page).host })}
            <ExternalLink size={14} aria-hidden="true" />
          </PageLink>
        )}
      </Flex>
      <chakra.ol listStyleType="decimal" ps="5" mt="2" display="flex" flexDirection="column" gap="3">
        {steps.map(({ text, sketch }) => (
          <chakra.li key={text} color="text.muted" overflowWrap="anywhere">
            {t(text)}
            {sketch && <Sketch {...sketch} />}
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  );
}

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
function Sketch({ host, menu, chosen, value, button }: SketchSpec) {
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
