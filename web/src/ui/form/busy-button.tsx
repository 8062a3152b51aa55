import { AbsoluteCenter, Button, type ButtonProps, chakra, Spinner } from '@chakra-ui/react';

/**
 * A button that shows its own progress. While busy or disabled it does nothing, but keeps its name and the focus, which
 * browsers take from disabled buttons.
 */
export function BusyButton({ loading = false, loadingText, disabled, onClick, children, ...button }: ButtonProps) {
  const off = loading || disabled === true || undefined;
  return (
    <Button
      {...button}
      aria-disabled={off}
      data-disabled={off && ''}
      onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <Busy text={loadingText}>{children}</Busy> : children}
    </Button>
  );
}

function Busy({ text, children }: { text: ButtonProps['loadingText']; children: ButtonProps['children'] }) {
  const spinner = <Spinner size="inherit" borderWidth="0.125em" color="inherit" aria-hidden="true" />;
  if (text) {
    return (
      <>
        {spinner}
        {text}
      </>
    );
  }
  return (
    <>
      <AbsoluteCenter display="inline-flex">{spinner}</AbsoluteCenter>
      <chakra.span display="inline-flex" alignItems="center" gap="inherit" opacity="0">
        {children}
      </chakra.span>
    </>
  );
}
