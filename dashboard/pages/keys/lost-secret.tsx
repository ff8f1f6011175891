import type { Key } from '../../api/api.ts';
import { useRotateKey } from '../../api/keys.ts';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { KeyProblemNotice, useOneAtATime } from './key-form.tsx';

export type LostSecretProps = {
  readonly of: Key;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
};

/** The key was made by an earlier try whose answer never came; only a new secret can be shown. */
export function LostSecret({ of: { keyId, name }, onSecret, onClose }: LostSecretProps) {
  const rotate = useRotateKey();
  const send = useOneAtATime(rotate);
  // Nobody has the lost secret: it needs no grace.
  const replace = () => send({ keyId, graceHours: 0 }, ({ secret }) => onSecret(secret));
  return (
    <>
      <Notice tone="caution" title={`“${name}” was made, but its secret was lost on the way`}>
        The first try made the key and its answer did not arrive. A secret is shown only once, so this one cannot be had
        any more. Replace it with a new one.
      </Notice>
      {rotate.error && <KeyProblemNotice error={rotate.error} task="rotate" />}
      <DialogActions>
        <Button onPress={onClose} isDisabled={rotate.isPending}>
          Later
        </Button>
        <Button variant="primary" onPress={replace} isPending={rotate.isPending}>
          Replace the secret
        </Button>
      </DialogActions>
    </>
  );
}
