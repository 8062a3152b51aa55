import { chakra, Text } from '@chakra-ui/react';
import type { AgentBadge as Badge } from '@farwatch/core/agents/health';
import type { HealthReason } from '@farwatch/core/agents/health-reasons';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../status/status-label.tsx';
import type { StatusLook } from '../status/status-shape.tsx';
import { Tip } from '../tip.tsx';
import { useReasonText } from './reason-text.ts';

const LOOKS: Record<Badge, StatusLook> = {
  Active: 'up',
  Warning: 'partial',
  Degraded: 'partial',
  Critical: 'down',
  Inactive: 'none',
  Unknown: 'pending',
};

type Props = { badge: Badge; reasons: readonly HealthReason[] };

/** An agent's badge. Its reasons appear on hover, focus and touch; screen readers read them at once. */
export function AgentBadge({ badge, reasons }: Props) {
  const { t } = useTranslation();
  const label = <StatusLabel look={LOOKS[badge]} text={t(`agents.badge.${badge}`)} />;
  return reasons.length === 0 ? label : <Explained label={label} reasons={reasons} />;
}

function Explained({ label, reasons }: { label: ReactNode; reasons: readonly HealthReason[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const reasonText = useReasonText();
  const texts = reasons.map((reason) => reasonText(reason));
  return (
    <>
      <chakra.button
        ref={button}
        type="button"
        // Text for screen readers would otherwise widen the page beyond the scrolling table.
        position="relative"
        minH={{ base: '11', sm: '6' }}
        borderRadius="l1"
        cursor="help"
        textDecoration="underline dotted"
        textDecorationColor="edge"
        textUnderlineOffset="4px"
        focusVisibleRing="outside"
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={(event) => event.pointerType !== 'touch' && setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)}
      >
        {label}
        <Text as="span" srOnly>
          {texts.join(' ')}
        </Text>
      </chakra.button>
      {isOpen && (
        <Tip id={id} anchor={button.current}>
          {texts.map((text) => (
            <Text key={text} maxW="36ch">
              {text}
            </Text>
          ))}
        </Tip>
      )}
    </>
  );
}
