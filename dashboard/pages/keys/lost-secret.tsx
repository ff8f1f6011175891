import type { Key } from '../../api/api.ts';
import { useRotateKey } from '../../api/keys.ts';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { KeyProblemNotice, useOneAtATime } from './key-form.tsx';

type LostSecretProps = {
  readonly apiKey: Key;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
};

/** Shown if an earlier request created the key but its answer was lost: only a new secret can be shown. */
export function LostSecret({ apiKey: { keyId, name }, onSecret, onClose }: LostSecretProps) {
  const rotate = useRotateKey();
  const send = useOneAtATime(rotate);
  // Nobody has the lost secret, so it needs no grace period.
  const replace = () => send({ keyId, graceHours: 0 }, ({ secret }) => onSecret(secret));
  return (
    <>
      <Notice tone="caution" title={`“${name}” was created, but its secret was lost`}>
        The first request created the key, but its answer did not arrive. A secret is shown only once, so this one
        cannot be recovered. Replace it with a new one.
      </Notice>
      {rotate.error && <KeyProblemNotice error={rotate.error} task="rotate" />}
      <DialogActions>
        <Button onPress={onClose} isDisabled={rotate.isPending}>
          Later
        </Button>
        <Button variant="primary" onPress={replace} isPending={rotate.isPending}>
          Replace secret
        </Button>
      </DialogActions>
    </>
  );
}
