import { chakra } from '@chakra-ui/react';
import { healthReasons } from '@farwatch/core/agents/health-reasons';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/time';
import { useReasonText } from '../../components/agents/reason-text.ts';
import { useNow } from '../../lib/now.ts';

const EVERY_MS = 5 * SECOND_MS;

/** Why the agent is not simply healthy, in words; nothing if it is. */
export function AgentReasons({ agent }: { agent: Agent }) {
  const reasonText = useReasonText();
  const reasons = healthReasons(agent, useNow(EVERY_MS));
  if (reasons.length === 0) return null;
  return (
    <chakra.ul listStyleType="none" mt="1" textStyle="sm" color="text.muted">
      {reasons.map((reason) => (
        <li key={'trouble' in reason ? reason.trouble : reason.kind}>{reasonText(reason)}</li>
      ))}
    </chakra.ul>
  );
}
