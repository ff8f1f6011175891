import { useService } from '../service.ts';
import styles from './logo.module.css';
import neutralLogo from './neutral-logo.svg';

/** The service's name with its logo, or with a neutral one. */
export function Logo() {
  const { name, logo = neutralLogo } = useService();
  return (
    <span className={styles.logo}>
      <img src={logo} alt="" className={styles.image} />
      {name}
    </span>
  );
}
