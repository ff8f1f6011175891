import type { ReactNode } from 'react';
import { ConfirmAddress } from './confirm-address.tsx';
import { SecondFactor } from './second-factor.tsx';
import type { Entry } from './use-entry.ts';

/** A page's own form, and what may be asked for after it. */
export function EntrySteps({ entry, children }: { readonly entry: Entry; readonly children: ReactNode }) {
  const { step, toForm, enterAfter, goOn } = entry;
  switch (step.asks) {
    case 'form':
      return children;
    case 'address-code':
      return (
        <ConfirmAddress
          email={step.credentials.email}
          isBegunBefore={step.isBegunBefore}
          onConfirmed={() => enterAfter('address-confirmed', step.credentials)}
          onOtherAddress={toForm}
        />
      );
    case 'second-factor':
      return <SecondFactor onProgress={goOn} onBack={toForm} />;
  }
}
