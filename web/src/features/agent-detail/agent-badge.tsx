import { agentBadge, type AgentBadge as Badge } from '@farwatch/core/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../components/status/status-label.tsx';
import type { StatusLook } from '../../components/status/status-shape.tsx';
import { useNow } from '../../lib/now.ts';

const LOOKS: Record<Badge, StatusLook> = {
  Active: 'up',
  Warning: 'partial',
  Degraded: 'partial',
  Critical: 'down',
  Inactive: 'none',
  Unknown: 'pending',
};

const EVERY_MS = 5 * SECOND_MS;

/** The agent's status, which turns with time where no report comes. */
export function AgentBadge({ agent }: { agent: Agent }) {
  const { t } = useTranslation();
  const badge = agentBadge(agent, useNow(EVERY_MS));
  return <StatusLabel look={LOOKS[badge]} text={t(`agent.badge.${badge}`)} />;
}
