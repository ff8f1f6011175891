import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Notice } from '../../components/notice.tsx';

/** Instead of the form for a new key, where the plan allows none. */
export const NoMoreKeys = ({ onClose }: { readonly onClose: () => void }) => (
  <>
    <Notice tone="caution" title="Your plan allows no more keys">
      Revoke a key that nothing uses any more, or choose a plan that allows more.
    </Notice>
    <DialogActions>
      <Button onPress={onClose}>Close</Button>
      <LinkButton to="/plan" variant="primary">
        See the plans
      </LinkButton>
    </DialogActions>
  </>
);
