import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';

/** Asks before a page is left that alone has a secret. */
export function LeaveWarning({ isNeeded }: { readonly isNeeded: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A session that ends must still reach the sign-in page.
    shouldBlockFn: ({ next }) => isNeeded && next.pathname !== '/sign-in',
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title="Leave without the secret?" isOpen isAlert onClose={reset}>
      <p>You have not copied it, and it is shown only here. You can replace it later: rotate the key.</p>
      <DialogActions>
        <Button onPress={proceed}>Leave</Button>
        <Button variant="primary" autoFocus onPress={reset}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
