import { EntrySteps } from './entry-steps.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useEntry } from './use-entry.ts';

/** Signing in. */
export function SignInPage() {
  const entry = useEntry();
  return (
    <EntrySteps entry={entry}>
      <SignInForm onSubmit={entry.enter} />
    </EntrySteps>
  );
}
