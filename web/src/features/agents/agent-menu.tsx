import { Menu, Portal } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { KeyRound, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ACTIONS = [
  ['reset', RotateCcw],
  ['manage', KeyRound],
  ['delete', Trash2],
] as const;
export type AgentAction = (typeof ACTIONS)[number][0];

type Props = { onAction: (action: AgentAction, agentId: string) => void; children: ReactNode };

/** A menu of actions that all triggers in it share; a trigger's value is its agent's id. */
export function AgentMenu({ onAction, children }: Props) {
  const { t } = useTranslation();
  const [agentId, setAgentId] = useState<string | null>(null);
  function select(value: string) {
    const found = ACTIONS.find(([action]) => action === value);
    if (found && agentId !== null) onAction(found[0], agentId);
  }
  return (
    <Menu.Root
      recipe={menuSlotRecipe}
      positioning={{ placement: 'bottom-end' }}
      onTriggerValueChange={({ value }) => setAgentId(value)}
      onSelect={({ value }) => select(value)}
    >
      {children}
      <Portal>
        <Menu.Positioner>
          <Menu.Content boxShadow="none" borderWidth="1px" borderColor="edge" minW="44">
            {ACTIONS.map(([action, Icon]) => (
              <Menu.Item
                key={action}
                value={action}
                minH={{ base: '11', sm: '9' }}
                px="3"
                gap="3"
                textStyle="md"
                {...(action === 'delete' && { color: 'danger' })}
              >
                <Icon size={16} aria-hidden="true" />
                {t(`agents.actions.${action}`)}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
