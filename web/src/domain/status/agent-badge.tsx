import { chakra, Text } from '@chakra-ui/react';
import type { HealthReason } from '@farwatch/core/decisions/agents/health';
import type { AgentBadge as Badge } from '@farwatch/core/values/agent-health';
import { HOUR_MS } from '@farwatch/core/values/time';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pastDate } from '../../lib/format/dates.ts';
import { formatDuration } from '../../lib/format/durations.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useNow } from '../../lib/time/now.ts';
import { Tip } from '../../ui/overlay/tip.tsx';
import { StatusLabel, type StatusLook } from './status.tsx';

const LOOKS: Record<Badge, StatusLook> = {
  Active: 'up',
  Warning: 'partial',
  Degraded: 'partial',
  Critical: 'down',
  Inactive: 'none',
  Unknown: 'pending',
};

type Props = { badge: Badge; reasons: readonly HealthReason[] };

/** An agent's badge. Its reasons appear on hover, focus and touch; screen readers always read them. */
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
        // Otherwise the hidden text would widen the page beyond the scrolling table.
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

/** Returns a function that describes a reason for an agent's health in the user's language. */
export function useReasonText(): (reason: HealthReason) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(HOUR_MS);
  return useCallback(
    (reason) => {
      switch (reason.kind) {
        case 'abstaining':
          return reason.sinceMs === null
            ? t('agents.reasons.abstaining')
            : t('agents.reasons.abstainingSince', { at: pastDate(reason.sinceMs, nowMs, language) });
        case 'silent':
        case 'oldSpool':
          return t(`agents.reasons.${reason.kind}`, { at: pastDate(reason.sinceMs, nowMs, language) });
        case 'clockOff':
          return t(reason.offsetMs > 0 ? 'agents.reasons.clockAhead' : 'agents.reasons.clockBehind', {
            by: formatDuration(Math.abs(reason.offsetMs), t),
          });
        case 'batteryLow':
        case 'memoryHigh':
          return t(`agents.reasons.${reason.kind}`, { value: Math.round(reason.percent) });
        case 'outdated':
          return t('agents.reasons.outdated', { version: reason.version, minimum: reason.minimum });
        case 'unchecked':
          return t('agents.reasons.unchecked', { value: Math.max(1, Math.round(reason.percent)) });
        case 'lostChecks':
        case 'refusedReports':
        case 'full': {
          const { kind, count } = reason;
          return t(`agents.reasons.${kind}`, { count, number: count.toLocaleString('en') });
        }
        case 'problem':
          return t(`agents.reasons.problems.${reason.problem}`);
        default:
          return t(`agents.reasons.${reason.kind}`);
      }
    },
    [t, language, nowMs],
  );
}
