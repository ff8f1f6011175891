import type { ReactNode } from 'react';
import { isSafePage } from '../api/payment-page.ts';
import { ExternalLinkButton } from './button.tsx';

type PaymentLinkProps = {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary';
  readonly size?: 'medium' | 'small';
  /** Replaces the text for screen readers. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** A link to a page or file of Stripe, in a new tab; nothing if its address is not safe to open. */
export const PaymentLink = (props: PaymentLinkProps) => isSafePage(props.href) && <ExternalLinkButton {...props} />;
