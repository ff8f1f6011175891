import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './button.module.css';

/** A link that looks like a button: for what leads to a page. */
export const LinkButton = (props: LinkProps & { readonly variant?: 'primary' | 'secondary' | 'quiet' }) => {
  const { variant = 'secondary', ...link } = props;
  return <Link {...link} className={`${styles.button} ${styles[variant]} ${styles.medium}`} />;
};
