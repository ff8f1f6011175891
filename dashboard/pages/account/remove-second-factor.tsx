import { SubmitForm } from '../../components/submit-form.tsx';
import { removeSecondFactor } from '../../session/second-factor.ts';
import { useSubmit } from '../../session/use-submit.ts';

export type RemoveSecondFactorProps = { readonly onRemoved: () => void; readonly onCancel: () => void };

/** Asks once more before the password alone is enough again. */
export function RemoveSecondFactor({ onRemoved, onCancel }: RemoveSecondFactorProps) {
  const sending = useSubmit();
  const remove = async () => {
    await removeSecondFactor();
    onRemoved();
  };
  return (
    <>
      <p>From then on, your password alone signs in. The entry in your authenticator app is of no more use.</p>
      <SubmitForm sending={sending} onSubmit={remove} label="Remove" isDanger onCancel={onCancel} />
    </>
  );
}
