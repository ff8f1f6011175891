import { type AccountToken, useTokenChanges } from '../../../api/tokens.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { SubmitForm, useSubmit } from '../../../components/submit-form.tsx';

type RevokeTokenDialogProps = { readonly token: AccountToken; readonly onClose: () => void };

export function RevokeTokenDialog({ token: { tokenId, name }, onClose }: RevokeTokenDialogProps) {
  const { revoke } = useTokenChanges();
  const sending = useSubmit();
  const submit = async () => {
    await revoke(tokenId);
    onClose();
  };
  return (
    <Dialog title={`Revoke “${name}”`} isAlert isOpen onClose={onClose}>
      <p>Every further request with this token is refused. You cannot undo this. The keys that it made keep working.</p>
      <SubmitForm sending={sending} onSubmit={submit} label="Revoke token" isDanger onCancel={onClose} />
    </Dialog>
  );
}
