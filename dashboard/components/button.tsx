import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style'> & {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'medium' | 'small';
};

// React Aria's own pending state announces the button's name again, from an element that loses its name when the button
// disappears with its form.
const pending = { type: 'button', onPress: undefined, 'aria-disabled': true } as const;

/** A button. While `isPending` it keeps its width and focus and ignores clicks. */
export const Button = ({ variant = 'secondary', size = 'medium', isPending = false, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    {...(isPending && pending)}
    className={`${styles.button} ${styles[variant]} ${styles[size]}`}
  />
);

/** A link styled as a button, for navigation to a page. */
export const LinkButton = (props: LinkProps & { readonly variant?: 'primary' | 'secondary' | 'quiet' }) => {
  const { variant = 'secondary', ...link } = props;
  return <Link {...link} className={`${styles.button} ${styles[variant]} ${styles.medium}`} />;
};

type ExternalLinkButtonProps = {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary';
  readonly size?: 'medium' | 'small';
  readonly label?: string;
  readonly children: ReactNode;
};

/** A link styled as a button, to a page of another service, which opens in a new tab. */
export const ExternalLinkButton = (props: ExternalLinkButtonProps) => {
  const { href, variant = 'secondary', size = 'medium', label, children } = props;
  const className = `${styles.button} ${styles[variant]} ${styles[size]}`;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className} aria-label={label}>
      {children}
    </a>
  );
};
