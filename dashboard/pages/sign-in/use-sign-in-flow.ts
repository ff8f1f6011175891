import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompletedStep } from '../../session/carried-state.ts';
import { isSessionError } from '../../session/session-error.ts';
import { type Credentials, type SignInProgress, signIn } from '../../session/sign-in.ts';
import { sendCodeAgain } from '../../session/sign-up.ts';

/** What the user must enter: the page's own form, the code sent to the address, a password of their own, or a second factor. */
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'address-code'; readonly credentials: Credentials; readonly isStartedBefore: boolean }
  | { readonly kind: 'new-password'; readonly email: string }
  | { readonly kind: 'second-factor' };

/** The steps from the form of any signed-out page to the page that was requested. */
export type SignInFlow = {
  readonly step: Step;
  readonly showForm: () => void;
  readonly showAddressCode: (credentials: Credentials, isStartedBefore: boolean) => void;
  /** Signs in, or shows the next step. */
  readonly enter: (credentials: Credentials) => Promise<void>;
  /** The same after a step that cannot be undone: if signing in fails, another page continues. */
  readonly enterAfter: (done: CompletedStep, credentials: Credentials) => Promise<void>;
  /** Continues a sign-in with the result of its last step. */
  readonly proceed: (progress: SignInProgress, credentials?: Credentials) => Promise<void>;
};

export function useSignInFlow(): SignInFlow {
  const router = useRouter();
  const { next = '/' } = useSearch({ from: '/signed-out' });
  const [step, setStep] = useState<Step>({ kind: 'form' });

  const proceed: SignInFlow['proceed'] = async (progress, credentials) => {
    if (progress === 'signed-in') return router.navigate({ href: next, replace: true });
    if (progress === 'second-factor') return setStep({ kind: 'second-factor' });
    if (progress === 'password-to-choose') return setStep({ kind: 'new-password', email: credentials?.email ?? '' });
    if (progress === 'password-to-reset' || !credentials) return leave('/forgot-password', credentials?.email);
    // The first code may have expired. If no other can be sent now, the step has a button for it.
    await sendCodeAgain(credentials.email).catch(() => undefined);
    setStep({ kind: 'address-code', credentials, isStartedBefore: false });
  };

  const leave = async (to: '/sign-in' | '/forgot-password', email?: string, done?: CompletedStep) => {
    await router.navigate({ to, search: true, state: { email, done }, replace: true });
    setStep({ kind: 'form' });
  };

  const enter = async (credentials: Credentials) => proceed(await signIn(credentials), credentials);

  return {
    step,
    showForm: () => setStep({ kind: 'form' }),
    showAddressCode: (credentials, isStartedBefore) => setStep({ kind: 'address-code', credentials, isStartedBefore }),
    enter,
    enterAfter: (done, credentials) =>
      enter(credentials).catch((error: unknown) => {
        // Someone else signed the address up with their own password: the owner of the address sets a new one.
        const isForeign = done === 'address-confirmed' && isSessionError(error, 'wrong_credentials');
        return leave(isForeign ? '/forgot-password' : '/sign-in', credentials.email, done);
      }),
    proceed,
  };
}
