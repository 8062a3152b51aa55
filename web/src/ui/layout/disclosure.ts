import { useId, useState } from 'react';

/** The properties of a button that shows and hides a panel, and of that panel. Closed at first. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return {
    isOpen,
    close: () => setOpen(false),
    button: { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) },
    panel: { id, hidden: !isOpen },
  };
}
