import { useState } from 'react';
import type { Credentials } from '../../session/sign-in.ts';
import { signUp } from '../../session/sign-up.ts';
import { EntrySteps } from './entry-steps.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useCarried } from './use-carried.ts';
import { useEntry } from './use-entry.ts';

/** Making an account, up to its first page. */
export function SignUpPage() {
  const entry = useEntry();
  const [email, setEmail] = useState(useCarried().email);
  const begin = async (credentials: Credentials) => {
    const begun = await signUp(credentials);
    setEmail(credentials.email);
    entry.toAddressCode(credentials, begun === 'begun-before');
  };
  return (
    <EntrySteps entry={entry}>
      <SignUpForm initialEmail={email} onSubmit={begin} />
    </EntrySteps>
  );
}
