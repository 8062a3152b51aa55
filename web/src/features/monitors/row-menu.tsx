import { Menu, Portal } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DeleteMonitorDialog } from '../../domain/delete-monitor-dialog.tsx';
import { useBackCloses } from '../../lib/navigation/back-closes.ts';
import { copyMonitorPath, editMonitorPath } from '../../lib/navigation/paths.ts';
import type { MonitorRow } from './monitor-row.ts';

const ITEMS = [
  ['edit', 'form.editTitle', Pencil],
  ['copy', 'form.copy', Copy],
  ['delete', 'form.delete', Trash2],
] as const;

/** A row whose menu is open, and its button. */
export type MenuOf = { row: MonitorRow; button: HTMLElement };

type Props = MenuOf & { onClose: () => void };

/** The actions for one monitor of the list, below its button. */
export default function RowMenu({ row, button, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const close = () => {
    button.focus();
    onClose();
  };
  useBackCloses(!isDeleting, close);
  if (isDeleting) {
    return <DeleteMonitorDialog monitorId={row.id} name={row.name} onClose={onClose} returnTo={() => button} />;
  }
  function select(value: string) {
    if (value === 'delete') return setDeleting(true);
    onClose();
    void navigate((value === 'edit' ? editMonitorPath : copyMonitorPath)(row.id));
  }
  return (
    <Menu.Root
      open
      recipe={menuSlotRecipe}
      closeOnSelect={false}
      positioning={{ placement: 'bottom-end', getAnchorRect: () => button.getBoundingClientRect() }}
      onOpenChange={({ open }) => !open && close()}
      onSelect={({ value }) => select(value)}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content
            aria-label={t('monitors.menu', { name: row.name })}
            boxShadow="none"
            borderWidth="1px"
            borderColor="edge"
            minW="44"
          >
            {ITEMS.map(([value, text, Icon]) => (
              <Menu.Item
                key={value}
                value={value}
                minH={{ base: '11', sm: '9' }}
                px="3"
                gap="3"
                textStyle="md"
                {...(value === 'delete' && { color: 'danger' })}
              >
                <Icon size={16} aria-hidden="true" />
                {t(text)}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
