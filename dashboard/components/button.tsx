import { Link, type LinkProps } from '@tanstack/react-router';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style'> & {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'medium' | 'small';
};

// React Aria's own pending state reads the button's name out once more, from an element that is left without a name when
// the button goes away with the form that it sent.
const pending = { type: 'button', onPress: undefined, 'aria-disabled': true } as const;

/** A button; while `isPending` it keeps its width and its focus, and takes no second click. */
export const Button = ({ variant = 'secondary', size = 'medium', isPending = false, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    {...(isPending && pending)}
    className={`${styles.button} ${styles[variant]} ${styles[size]}`}
  />
);

/** A link that looks like a button: for what leads to a page. */
export const LinkButton = (props: LinkProps & { readonly variant?: 'primary' | 'secondary' | 'quiet' }) => {
  const { variant = 'secondary', ...link } = props;
  return <Link {...link} className={`${styles.button} ${styles[variant]} ${styles.medium}`} />;
};
