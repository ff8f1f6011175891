import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import { useRotateKey } from '../../api/keys.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { KeyProblemNotice } from './key-form.tsx';

type LostSecretProps = {
  readonly apiKey: Key;
  /** What an earlier request did with the key. */
  readonly done: 'created' | 'rotated';
  /** The grace period of that rotation: asking for it again leaves the end of the older secret unchanged. */
  readonly graceHours: number;
  readonly onSecret: (key: Key, secret: string) => void;
  readonly onClose: () => void;
};

/** Shown if an earlier request made the secret but its answer was lost: only a new secret can be shown. */
export function LostSecret({ apiKey: { keyId, name }, done, graceHours, onSecret, onClose }: LostSecretProps) {
  const rotate = useRotateKey();
  const send = useOneAtATime(rotate);
  const [isLostAgain, setLostAgain] = useState(false);
  const replace = () =>
    send({ keyId, graceHours }, ({ key, secret }) => {
      if (secret === null) setLostAgain(true);
      else onSecret(key, secret);
    });
  return (
    <>
      <Notice tone="caution" title={`“${name}” was ${done}, but its new secret was lost`}>
        An earlier try {done} the key, but its answer did not arrive. A secret is shown only once, so this one cannot be
        recovered. Replace it with a new one.
        {graceHours > 0 && ' The older secret keeps working as long as before.'}
        {isLostAgain && ' The answer to the replacement was lost, too. Replace it once more.'}
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
