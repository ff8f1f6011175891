import type { Key } from '../../../api/api.ts';
import { useEndSecret } from '../../../api/keys.ts';
import { useOneAtATime } from '../../../api/one-at-a-time.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { KeyProblemNotice } from '../key-form.tsx';

type Secret = Key['secrets'][number];

type EndSecretDialogProps = {
  readonly keyId: Key['keyId'];
  readonly secret: Secret;
  /** The key's secret that goes on working. */
  readonly other: Secret;
  readonly onClose: () => void;
};

/** Ends one of a key's two secrets, after a confirmation. */
export function EndSecretDialog({ keyId, secret, other, onClose }: EndSecretDialogProps) {
  const ending = useEndSecret();
  const send = useOneAtATime(ending);
  return (
    <Dialog
      title={`End ${secret.firstCharacters}… now?`}
      isAlert
      isOpen
      onClose={onClose}
      isDismissable={!ending.isPending}
    >
      <p>
        Requests with <code>{secret.firstCharacters}…</code> are refused from the next one on. You cannot undo this. The
        other secret, <code>{other.firstCharacters}…</code>, works as before.
      </p>
      {ending.error && <KeyProblemNotice error={ending.error} task="end" />}
      <DialogActions>
        <Button onPress={onClose} isDisabled={ending.isPending}>
          Cancel
        </Button>
        <Button
          variant="danger"
          isPending={ending.isPending}
          onPress={() => send({ keyId, secretId: secret.secretId }, onClose)}
        >
          End secret
        </Button>
      </DialogActions>
    </Dialog>
  );
}
