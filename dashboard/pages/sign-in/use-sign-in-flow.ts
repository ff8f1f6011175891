import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CompletedStep, useCarriedState } from '../../session/carried-state.ts';
import { type Credentials, type SignInProgress, signIn } from '../../session/sign-in.ts';

/** What the user must enter: the page's own form, a password of their own, a second factor or a recovery code. */
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'new-password'; readonly email: string }
  | { readonly kind: 'second-factor' | 'recovery'; readonly credentials: Credentials };

/** The steps from the form of any signed-out page to the page that was requested. */
export type SignInFlow = {
  readonly step: Step;
  readonly show: (step: Step) => void;
  /** Signs in, or shows the next step. */
  readonly enter: (credentials: Credentials) => Promise<void>;
  /** The same after a step that cannot be undone: if signing in fails, the sign-in page continues. */
  readonly enterAfter: (done: CompletedStep, credentials: Credentials) => Promise<void>;
  /** Continues a sign-in with the result of its last step. */
  readonly proceed: (progress: SignInProgress, credentials: Credentials, done?: CompletedStep) => Promise<void>;
};

export function useSignInFlow(): SignInFlow {
  const router = useRouter();
  const { next = '/' } = useSearch({ from: '/signed-out' });
  const { done: doneBefore } = useCarriedState();
  const [step, setStep] = useState<Step>({ kind: 'form' });

  const leave = async (to: '/sign-in' | '/sign-up' | '/forgot-password', email: string, done?: CompletedStep) => {
    await router.navigate({ to, search: true, state: { email, done }, replace: true });
    setStep({ kind: 'form' });
  };

  /** A reload at a further step starts again, with the address. */
  const keepEmail = (email: string) =>
    router.navigate({ to: '.', search: true, state: { email, done: doneBefore }, replace: true });

  const proceed: SignInFlow['proceed'] = async (progress, credentials, done = doneBefore) => {
    switch (progress) {
      case 'signed-in':
        // The account page says that the second factor is off now.
        return router.navigate({ href: done === 'recovered' ? '/account' : next, state: { done }, replace: true });
      case 'second-factor':
        await keepEmail(credentials.email);
        return setStep({ kind: 'second-factor', credentials });
      case 'password-to-choose':
        await keepEmail(credentials.email);
        return setStep({ kind: 'new-password', email: credentials.email });
      case 'password-to-reset':
        return leave('/forgot-password', credentials.email);
      case 'sign-up-to-repeat':
        return leave('/sign-up', credentials.email);
    }
  };

  const enter = async (credentials: Credentials, done?: CompletedStep) =>
    proceed(await signIn(credentials), credentials, done);

  return {
    step,
    show: setStep,
    enter,
    enterAfter: (done, credentials) => enter(credentials, done).catch(() => leave('/sign-in', credentials.email, done)),
    proceed,
  };
}
