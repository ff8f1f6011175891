import { Link, type LinkProps } from '@tanstack/react-router';
import type { AriaAttributes, ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type ButtonProps = Pick<ComponentProps<'button'>, 'type' | 'autoFocus' | 'children' | 'ref' | keyof AriaAttributes> & {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'medium' | 'small';
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
};

/** A button. While `isPending` it keeps its width and focus and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', onPress, isDisabled, isPending = false, ...rest } = props;
  return (
    <button
      {...rest}
      type={isPending ? 'button' : (rest.type ?? 'button')}
      disabled={isDisabled}
      onClick={isPending ? undefined : () => onPress?.()}
      aria-disabled={isPending || undefined}
      className={`${styles.button} ${styles[variant]} ${styles[size]}`}
    />
  );
}

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
