import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompletedStep } from '../../session/carried-state.ts';
import { isSessionError } from '../../session/session-error.ts';
import { type Credentials, type SignInProgress, signIn } from '../../session/sign-in.ts';
import { sendCodeAgain } from '../../session/sign-up.ts';

/** What is asked for: the page's own form, the code for an address, or the code of a second factor. */
type Step =
  | { readonly asks: 'form' }
  | { readonly asks: 'address-code'; readonly credentials: Credentials; readonly isBegunBefore: boolean }
  | { readonly asks: 'second-factor' };

/** The way in, from the form of any of the pages to the page that one wanted to see. */
export type SignInFlow = {
  readonly step: Step;
  readonly toForm: () => void;
  readonly toAddressCode: (credentials: Credentials, isBegunBefore: boolean) => void;
  /** Signs in, or shows what is asked for next. */
  readonly enter: (credentials: Credentials) => Promise<void>;
  /** The same after something that has been done for good: where it fails, another page takes it from there. */
  readonly enterAfter: (done: CompletedStep, credentials: Credentials) => Promise<void>;
  /** Goes on with a sign-in from where it has come to. */
  readonly goOn: (progress: SignInProgress, credentials?: Credentials) => Promise<void>;
};

export function useSignInFlow(): SignInFlow {
  const router = useRouter();
  const { next = '/' } = useSearch({ from: '/signed-out' });
  const [step, setStep] = useState<Step>({ asks: 'form' });

  const goOn: SignInFlow['goOn'] = async (progress, credentials) => {
    if (progress === 'signed-in') return router.navigate({ href: next, replace: true });
    if (progress === 'second-factor') return setStep({ asks: 'second-factor' });
    if (progress === 'password-to-reset' || !credentials) return leave('/forgot-password', credentials?.email);
    // The code that was sent first may be long gone; where no other can be sent now, the step offers it again.
    await sendCodeAgain(credentials.email).catch(() => undefined);
    setStep({ asks: 'address-code', credentials, isBegunBefore: false });
  };

  const leave = async (to: '/sign-in' | '/forgot-password', email?: string, done?: CompletedStep) => {
    await router.navigate({ to, search: true, state: { email, done }, replace: true });
    setStep({ asks: 'form' });
  };

  const enter = async (credentials: Credentials) => goOn(await signIn(credentials), credentials);

  return {
    step,
    toForm: () => setStep({ asks: 'form' }),
    toAddressCode: (credentials, isBegunBefore) => setStep({ asks: 'address-code', credentials, isBegunBefore }),
    enter,
    enterAfter: (done, credentials) =>
      enter(credentials).catch((error: unknown) => {
        // Somebody had signed the address up with a password of their own: the one who has its mail sets a new one.
        const isForeign = done === 'address-confirmed' && isSessionError(error, 'wrong_credentials');
        return leave(isForeign ? '/forgot-password' : '/sign-in', credentials.email, done);
      }),
    goOn,
  };
}
