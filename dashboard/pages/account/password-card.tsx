import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { NewPasswordField, PasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { changePassword } from '../../session/password.ts';
import styles from './account.module.css';

/** Changes the password; the current one is required. */
export function PasswordCard() {
  // A new form after each change, so that no value or error of the last one stays.
  const [changes, setChanges] = useState(0);
  return (
    <Card title="Password">
      <div className={styles.narrow}>
        {changes > 0 && (
          <Notice key={`done-${changes}`} tone="good">
            Your password was changed. Sessions in other browsers stay active. To end them, sign out everywhere.
          </Notice>
        )}
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </div>
    </Card>
  );
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const email = useAccount().data?.email ?? '';
  const [current, setCurrent] = useState('');
  const [replacement, setReplacement] = useState('');
  const sending = useSubmit();
  const change = async () => {
    await changePassword(current, replacement);
    onChanged();
  };
  return (
    <SubmitForm sending={sending} onSubmit={change} label="Change password">
      {/* Tells password managers whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        value={current}
        onChange={setCurrent}
        name="password"
        autoComplete="current-password"
      />
      <NewPasswordField label="New password" value={replacement} onChange={setReplacement} />
    </SubmitForm>
  );
}
